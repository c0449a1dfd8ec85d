/** Work on single documents; each topic is a durable service of the same name. */
export const REREAD_TOPIC = 'reread'
export const PAGE_IMAGES_TOPIC = 'page-images'
