/** Structured logs. Secrets are kept out twice: by member name, and by their own form wherever they turn up. */
import { pino } from 'pino'
import type { Logger } from 'pino'

const SECRET_MEMBERS = [
  'authorization',
  'password',
  'secret',
  'signing_secret',
  'token',
  'key_hash',
  'connectionString',
]
const SECRET_FORMS = /(svc_(?:live|test)_|whsec_)[0-9A-Za-z+/_=-]{8,}|(:\/\/[^:@/\s"]*:)[^@/\s"]+@/g

/** Replaces API keys, signing secrets and the passwords of connection URLs in a line of log. */
export function withoutSecrets(line: string): string {
  return line.replaceAll(SECRET_FORMS, (_match, prefix: string | undefined, url: string | undefined) =>
    url === undefined ? `${prefix ?? ''}[redacted]` : `${url}[redacted]@`,
  )
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
      hooks: { streamWrite: withoutSecrets },
    },
    options.destination ?? pino.destination({ fd: 1, sync: false, minLength: 4096 }),
  )
}
