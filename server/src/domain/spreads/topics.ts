/** The outbox topic of machine snapshots, which is also the name of their durable service. */
export const SPREAD_TOPIC = 'spread'
