/**
 * Which service is meant and who is asking: from the command's options, else the environment, else what `tieout login`
 * kept. The file holds a key, so it is readable by its owner only.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Settings {
  readonly url: string
  readonly key: string
}

/** A question that could not be asked, in words for the person who asked it. */
export class UsageError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

export function settingsFile(environment: Environment): string {
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'tieout', 'settings.json')
}

/** Where commands keep what they did, such as which files were sent. */
export function stateFolder(environment: Environment): string {
  return join(environment['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'tieout')
}

export function readSettings(given: Partial<Settings>, environment: Environment): Settings {
  const kept = keptSettings(settingsFile(environment))
  const url = given.url ?? environment['TIEOUT_URL'] ?? kept.url
  const key = given.key ?? environment['TIEOUT_KEY'] ?? kept.key
  if (url === undefined || key === undefined)
    throw new UsageError('No service or key is set. Run tieout login, or set TIEOUT_URL and TIEOUT_KEY.')
  return { url, key }
}

export function keepSettings(settings: Settings, environment: Environment): string {
  const file = settingsFile(environment)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  // The mode above is for a new file only.
  chmodSync(file, 0o600)
  return file
}

function keptSettings(file: string): Partial<Settings> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(text) as Partial<Settings>
  } catch {
    throw new UsageError(`${file} is not JSON any more. Run tieout login again.`)
  }
}
