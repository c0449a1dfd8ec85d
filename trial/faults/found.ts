/** Keeps what all sides knew of a scenario in which something did not agree: a finding that cannot be looked into is lost. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence } from './evidence.ts'
import type { Rig } from './rig.ts'

export interface Found {
  readonly faults: readonly string[]
  readonly findings: readonly string[]
  readonly evidence: Evidence
  /** Of the customers. */
  readonly journal: readonly string[]
}

/** Answers the folder. */
export function keepFound(rig: Rig, { faults, findings, evidence, journal }: Found): string {
  const at = new Date().toISOString()
  const name = [at.replaceAll(/[:.]/g, '-'), ...faults.map((fault) => fault.replaceAll(' ', '-'))].join('_')
  const folder = join('trial/results/found', name)
  mkdirSync(folder, { recursive: true })
  const write = (file: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  write('findings.txt', findings)
  write('customers.log', journal)
  write(
    'receiver.log',
    rig.receiver.received.map(
      (call) => `${new Date(call.at).toISOString()} ${String(call.headers['service-event-id'])}`,
    ),
  )
  write('evidence.json', [JSON.stringify(evidence, null, 2)])
  for (const log of rig.logs) cpSync(log, join(folder, log.slice(log.lastIndexOf('/') + 1)))
  return folder
}
