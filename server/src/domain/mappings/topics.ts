/** The outbox topics of mapping, which are also the names of their durable services. */
export const MAPPING_TOPIC = 'mapping'
export const REMAP_TOPIC = 'remap'
export const RESPREAD_TOPIC = 'respread'
