/**
 * What customers, the receiver, the database and the object store each know of the same time, and whether they agree:
 * nothing that was acknowledged is lost, nothing happened twice, nothing was answered wrongly.
 */
export interface Evidence {
  readonly client: {
    /** Ids, each acknowledged to a customer. */
    readonly borrowers: readonly string[]
    readonly jobs: readonly string[]
    readonly exports: readonly string[]
    /** Names given to all borrowers that were ever asked for, whether that was acknowledged or not. */
    readonly askedFor: readonly string[]
    readonly reads: number
    /** Requests, by their ids, that were answered with a 500: nobody can say whether they took effect. */
    readonly unclear: readonly string[]
    /** Reads and acknowledgements that said something false, in words. */
    readonly wrong: readonly string[]
  }
  readonly database: {
    readonly borrowers: readonly { readonly id: string; readonly name: string }[]
    readonly jobs: readonly { readonly id: string; readonly status: string; readonly documents: number }[]
    readonly exports: readonly { readonly id: string; readonly status: string }[]
    /** `about` is the job, document or export that it tells of. */
    readonly events: readonly { readonly id: string; readonly type: string; readonly about: string }[]
    readonly deliveries: readonly { readonly eventId: string; readonly status: string; readonly attempts: number }[]
    /** Pieces of work that nobody has taken. */
    readonly workLeft: number
  }
  /** Ids of events whose signature bears another time than that at which they came. */
  readonly misdated: readonly string[]
  /** Requests, by their ids, whose transaction was on its way to its end when the database went away. */
  readonly cutOffCommits: readonly string[]
  /** How many the worker has, and those, by their process, that no worker is behind any more. */
  readonly readers: { readonly kept: number; readonly stray: readonly number[] }
  /** Ids of events, as often as they came. */
  readonly receiver: readonly string[]
  /** Of jobs and exports whose bytes are there. */
  readonly objects: readonly string[]
}

export interface Minimum {
  readonly borrowers: number
  readonly jobs: number
  readonly exports: number
  readonly reads: number
}

function counts(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1)
  return found
}

/** Everything that does not agree, in words; empty when all is well. */
export function disagreements(evidence: Evidence, minimum: Minimum): string[] {
  return [
    ...evidence.client.wrong,
    ...unexplained(evidence),
    ...lost(evidence),
    ...twice(evidence),
    ...undelivered(evidence),
    ...tooFew(evidence, minimum),
  ]
}

/** A 500 is right where nobody knows whether a commit arrived, and nowhere else. */
function unexplained({ client, cutOffCommits, readers, misdated }: Evidence): string[] {
  return [
    ...client.unclear
      .filter((request) => !cutOffCommits.includes(request))
      .map((request) => `${request} was answered with a 500 that no lost commit explains`),
    ...misdated.map((event) => `${event} came with a signature of another time`),
    ...(readers.kept === 0 ? ['no reader is seen at all'] : []),
    ...readers.stray.map((pid) => `the reader ${pid} has outlived its worker`),
  ]
}

function lost({ client, database, objects }: Evidence): string[] {
  const borrowers = new Set(database.borrowers.map(({ id }) => id))
  const jobs = new Map(database.jobs.map((job) => [job.id, job]))
  const exports = new Map(database.exports.map((made) => [made.id, made]))
  const stored = new Set(objects)
  return [
    ...client.borrowers.filter((id) => !borrowers.has(id)).map((id) => `${id} was acknowledged and is not there`),
    ...client.jobs.flatMap((id) => {
      const status = jobs.get(id)?.status ?? 'not there'
      if (status !== 'COMPLETED') return [`${id} was confirmed and is ${status}`]
      return stored.has(id) ? [] : [`the bytes of ${id} are gone`]
    }),
    ...client.exports.flatMap((id) => {
      const status = exports.get(id)?.status ?? 'not there'
      if (status !== 'succeeded') return [`${id} was ordered and is ${status}`]
      return stored.has(id) ? [] : [`the bundle of ${id} is gone`]
    }),
    ...(database.workLeft > 0 ? [`${database.workLeft} pieces of work are left that nobody takes`] : []),
  ]
}

/** A job ends in one document here: every package has one page. */
function twice({ client, database }: Evidence): string[] {
  const names = counts(database.borrowers.map(({ name }) => name))
  const told = counts(database.events.map(({ type, about }) => `${type} of ${about}`))
  return [
    ...client.askedFor
      .filter((name) => (names.get(name) ?? 0) > 1)
      .map((name) => `${name} was asked for once and is there ${names.get(name)} times`),
    ...database.jobs
      .filter(({ status, documents }) => status === 'COMPLETED' && documents !== 1)
      .map(({ id, documents }) => `${id} has ${documents} documents instead of one`),
    ...[...told].filter(([, count]) => count > 1).map(([what, count]) => `${what} was told ${count} times`),
    ...database.jobs
      .filter(({ id, status }) => status === 'COMPLETED' && !told.has(`job.completed of ${id}`))
      .map(({ id }) => `the end of ${id} was never told`),
    ...database.exports
      .filter(({ id, status }) => status === 'succeeded' && !told.has(`export.succeeded of ${id}`))
      .map(({ id }) => `the end of ${id} was never told`),
  ]
}

/** Over HTTP nothing can be had exactly once: an event comes at least once, and never more often than was counted. */
function undelivered({ database, receiver }: Evidence): string[] {
  const came = counts(receiver)
  const known = new Map(database.deliveries.map((delivery) => [delivery.eventId, delivery]))
  return [
    ...database.events
      .filter(({ id }) => !known.has(id))
      .map(({ id, type }) => `${type} ${id} has no delivery`),
    ...database.deliveries
      .filter(({ eventId, status }) => status !== 'delivered' || !came.has(eventId))
      .map(({ eventId, status }) => `${eventId} is ${status} and came ${came.get(eventId) ?? 0} times`),
    ...[...came]
      .filter(([id, count]) => count > (known.get(id)?.attempts ?? 0))
      .map(([id, count]) => `${id} came ${count} times and was counted ${known.get(id)?.attempts ?? 0} times`),
  ]
} // prettier-ignore

/** A run in which everything failed proves nothing. */
function tooFew({ client }: Evidence, minimum: Minimum): string[] {
  const reached = {
    borrowers: client.borrowers.length,
    jobs: client.jobs.length,
    exports: client.exports.length,
    reads: client.reads,
  }
  return (Object.keys(minimum) as (keyof Minimum)[])
    .filter((what) => reached[what] < minimum[what])
    .map((what) => `only ${reached[what]} ${what} succeeded, at least ${minimum[what]} must`)
}
