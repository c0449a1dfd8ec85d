/** The outbox topic of a package's processing, which is also the name of its durable service. */
export const PACKAGE_TOPIC = 'package'
