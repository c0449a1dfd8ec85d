/** What the stack asks of each of its four engines. */
import type { EngineName } from './plan.ts'
import type { Daemon } from './processes.ts'

export interface Engine {
  name: EngineName
  address: string
  /** In the order in which they start. */
  daemons: readonly Daemon[]
  /** Which daemons `kill` ends; see the engine for why it may not be all of them. */
  killed: readonly Daemon[]
  /** Ports that must be free before the first start. */
  ports: readonly number[]
  /** What a reset deletes. */
  dataFolders: readonly string[]
  /** Brings the engine from whatever state it is in to answering, data and accounts included. */
  start: () => Promise<void>
  /** Asks the engine a real question and returns its version. */
  probe: () => Promise<string>
}
