/** Structured logs. Secrets are kept out twice: by member name, and by their own form wherever they turn up. */
import { pino } from 'pino'
import type { Logger } from 'pino'
import type { FaultLog } from '../domain/deps.ts'

const SECRET_MEMBERS = [
  'authorization',
  'password',
  'secret',
  'signing_secret',
  'token',
  'key_hash',
  'connectionString',
]
const SECRET_FORMS = /(svc_(?:live|test|embed|handle)_|whsec_)[0-9A-Za-z+/_=-]{8,}|(:\/\/[^:@/\s"]*:)[^@/\s"]+@/g

/** Replaces API keys, signing secrets and the passwords of connection URLs in a line of log. */
export function withoutSecrets(line: string): string {
  return line.replaceAll(SECRET_FORMS, (_match, prefix: string | undefined, url: string | undefined) =>
    url === undefined ? `${prefix ?? ''}[redacted]` : `${url}[redacted]@`,
  )
}

type Facts = Readonly<Record<string, unknown>>

/**
 * An error as it is logged: its words and whatever is plain in it. Libraries hang their clients on their errors, and with
 * these go connections, statements and what they were sent.
 */
function plainError(error: Error): Facts {
  const { aggregateErrors, ...facts } = pino.stdSerializers.err(error) as Facts & { aggregateErrors?: Facts[] }
  return { ...withoutObjects(facts), ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(withoutObjects) }) }
}

function withoutObjects(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact !== 'object'))
}

export function createLogger(options: {
  level: string
  name: string
  destination?: { write(line: string): void }
}): Logger {
  return pino(
    {
      level: options.level,
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: plainError },
      hooks: { streamWrite: withoutSecrets },
    },
    options.destination ?? pino.destination({ fd: 1, sync: false, minLength: 4096 }),
  )
}

/** Faults that work survived, each with what failed as its message. */
export function faultLog(logger: Logger): FaultLog {
  return { report: (error, { what, ...about }) => logger.error({ err: error, ...about }, what) }
}

type Say = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void

/** How long repetitions of a complaint are counted before their number is told. */
const FLOOD_WINDOW_MS = 30_000

/**
 * A library that complains once for every call it lost says thousands of times that the engine is gone. Each complaint
 * is passed on at once the first time, in full; its repetitions are counted and told together. What is no complaint
 * passes as it is.
 */
export function withoutFloods(say: Say, windowMs = FLOOD_WINDOW_MS): Say {
  const repetitions = new Map<string, number>()
  return (level, message) => {
    if (level === 'debug' || level === 'info') {
      say(level, message)
      return
    }
    const [subject = ''] = message.split('\n', 1)
    const key = `${level} ${subject}`
    const known = repetitions.get(key)
    repetitions.set(key, known === undefined ? 0 : known + 1)
    if (known !== undefined) return
    say(level, message)
    setTimeout(() => {
      const count = repetitions.get(key) ?? 0
      repetitions.delete(key)
      if (count > 0) say(level, `${subject} (${count} more in ${windowMs / 1000} s)`)
    }, windowMs).unref()
  }
}
