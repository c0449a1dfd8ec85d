/** The tables of the report, each from what a trial found to Markdown. */
import { demandOf, layoutOf } from './capacity.ts'
import type { UnitCosts } from './capacity.ts'
import type { ScenarioResult } from './faults/scenario.ts'
import type { Times } from './load.trial.ts'
import type { FamilyFigures } from './meter.ts'
import type { Upkeep } from './upkeep.ts'

interface Asked {
  readonly p50: number
  readonly p99: number
}

interface Conditions {
  /** Its name, where its figures are kept under that of one of its forms. */
  readonly trial?: string
  readonly at: string
  readonly args: readonly string[]
  /** Of the last minute before it began, the trial itself not counted. */
  readonly loadAverage: number
  /** The part of the processors that others had while it ran; not kept of earlier runs. */
  readonly stolen?: number | null
  /** What to know of this one run; written by hand, and gone with the next. */
  readonly note?: string
}

/** One form of the trial by faults. */
interface KeptFaults {
  readonly conditions: Conditions
  readonly figures: {
    readonly scenarios: readonly ScenarioResult[]
    readonly acknowledged: number
    /** What this machine could not try. */
    readonly skipped: readonly string[]
  }
}

export interface Kept {
  readonly faults?: KeptFaults
  readonly 'faults-pairs'?: KeptFaults
  readonly 'faults-three-nodes'?: KeptFaults
  readonly fuzz?: {
    readonly conditions: Conditions
    readonly figures: {
      readonly operations: number
      readonly requests: number
      readonly byStatus: Record<string, number>
      readonly neverSucceeded: readonly string[]
      readonly complaints: readonly string[]
      readonly seconds: number
      readonly seed: number
      readonly peakMemoryBytes: number
    }
    readonly holds: Record<string, boolean>
  }
  readonly 'reader-fuzz'?: {
    readonly conditions: Conditions
    readonly figures: {
      readonly seconds: number
      readonly seed: number
      readonly files: number
      readonly realMutants: number
      readonly outcomes: Record<string, number>
      readonly peakBytes: number
      readonly ceilingBytes: number
      readonly slowestMs: number
    }
    readonly holds: Record<string, boolean>
  }
  readonly load?: {
    readonly conditions: Conditions
    readonly figures: {
      readonly kneePerSecond: number
      readonly steady: FamilyFigures & { readonly perSecond: number; readonly byFamily: Record<string, FamilyFigures> }
      readonly packages: Times
      readonly webhooks: Times
      readonly told: { readonly due: number; readonly missing: number }
      readonly overload: FamilyFigures & { readonly perSecond: number }
      readonly recoveredAfterSeconds: number | null
      readonly drainedAfterSeconds: number | null
      readonly per1000Documents: {
        /** Milliseconds. */
        readonly processor: Record<string, number>
        readonly bytes: Record<string, number>
        readonly tables: Record<string, number>
      }
    }
    readonly holds: Record<string, boolean>
  }
  readonly growth?: {
    readonly conditions: Conditions
    readonly figures: {
      readonly steps: readonly {
        readonly documents: number
        readonly workspaces: number
        /** Tables of which the last copies have nothing. */
        readonly without: readonly string[]
        readonly databaseBytes: number
        readonly indexBytes: number
        readonly tables: Record<string, number>
        readonly loadSeconds: number
        readonly families: Record<string, Asked>
        readonly upkeep: Upkeep
      }[]
      readonly growth: Record<string, Asked>
    }
    readonly holds: Record<string, boolean>
  }
  readonly fixed?: {
    readonly conditions: Conditions
    readonly figures: { readonly costs: Record<string, { readonly beforeMs: number; readonly afterMs: number }> }
  }
  readonly profile?: {
    readonly conditions: Conditions
    readonly figures: {
      readonly documents: number
      /** Milliseconds of processor time, the dearest first. */
      readonly costs: readonly {
        readonly where: string
        readonly what: string
        readonly share: number
        readonly ms: number
      }[]
    }
  }
}

const SCENARIOS_SHOWN = 60
const LENDERS = [1_000, 10_000, 100_000]
/** What the generator itself took is nobody's cost but the trial's. */
const NOT_OURS = 'load generator'

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return 'Not measured yet.'
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US')
const fixed = (value: number, digits = 1): string => value.toFixed(digits)

/** A size in the unit that leaves one to three digits before the point. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${fixed(value / 1000 ** at, at === 0 ? 0 : 1)} ${units[at] ?? ''}`
}

export function unitCosts({ load }: Kept): UnitCosts | null {
  if (!load) return null
  const { processor, bytes: size } = load.figures.per1000Documents
  const parts = Object.entries(processor).filter(([part]) => part !== NOT_OURS)
  return {
    processorSeconds: Object.fromEntries(parts.map(([part, ms]) => [part, ms / 1_000])),
    bytes: { database: size['database'] ?? 0, objects: size['objects'] ?? 0, engine: size['engine'] ?? 0 },
  }
}

function promises(holds: Readonly<Record<string, boolean>> | undefined): string {
  return table(
    ['Promise', 'Held'],
    Object.entries(holds ?? {}).map(([promise, held]) => [promise, held ? 'yes' : '**no**']),
  )
}

function load({ load: found }: Kept): string {
  if (!found) return 'Not measured yet.'
  const { steady, overload, packages, webhooks, told, kneePerSecond, recoveredAfterSeconds, drainedAfterSeconds } =
    found.figures
  const times = ({ p50, p99, count: all }: Times): string => `${fixed(p50)} s, ${fixed(p99)} s (${count(all)})`
  const seconds = (value: number | null): string => (value === null ? 'not within the time' : `${fixed(value)} s`)
  return table(
    ['What', 'Figure'],
    [
      ['knee: the highest rate that holds', `${fixed(kneePerSecond)} requests/s`],
      [
        `at ${fixed(steady.perSecond)}/s: answered, shed, failed`,
        `${steady.answered}, ${steady.shed}, ${steady.failed}`,
      ],
      ['p50, p99 of all requests', `${steady.p50} ms, ${steady.p99} ms`],
      ['packages: confirmed to read, p50, p99', times(packages)],
      ['webhooks: event to answered, p50, p99', times(webhooks)],
      [
        `at ${fixed(overload.perSecond)}/s: answered, shed, failed`,
        `${overload.answered}, ${overload.shed}, ${overload.failed}`,
      ],
      ['answers in time again after', seconds(recoveredAfterSeconds)],
      ['all that was confirmed is done after', seconds(drainedAfterSeconds)],
      ['webhooks of the whole run, of them never told', `${count(told.due)}, ${told.missing}`],
    ],
  )
}

function families({ load: found }: Kept): string {
  return table(
    ['Family', 'Answered', 'p50 ms', 'p99 ms'],
    Object.entries(found?.figures.steady.byFamily ?? {}).map(([family, { answered, p50, p99 }]) => [
      family, answered, p50, p99,
    ]), // prettier-ignore
  )
}

function costs(kept: Kept): string {
  const unit = unitCosts(kept)
  if (!unit) return 'Not measured yet.'
  const parts = Object.entries(unit.processorSeconds).toSorted(([, one], [, other]) => other - one)
  const whole = parts.reduce((sum, [, seconds]) => sum + seconds, 0)
  return table(
    ['Of 1,000 documents', 'Cost', 'Share'],
    [
      ...parts.map(([part, seconds]) => [
        part,
        `${fixed(seconds)} s of a core`,
        `${fixed((seconds / whole) * 100, 0)} %`,
      ]),
      ...Object.entries(unit.bytes).map(([store, size]) => [`bytes: ${store}`, bytes(size), '']),
    ],
  )
}

/** The largest so many, each with its part of the whole. */
function largest(tables: Readonly<Record<string, number>>, shown: number): (readonly [string, number, string])[] {
  const whole = Object.values(tables).reduce((sum, size) => sum + size, 0)
  return Object.entries(tables)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([name, size]) => [name, size, `${fixed((size / whole) * 100, 0)} %`])
}

function costsByTable({ load: found }: Kept): string {
  return table(
    ['Of 1,000 documents', 'Bytes', 'Share'],
    largest(found?.figures.per1000Documents.tables ?? {}, 6).map(([name, size, share]) => [name, bytes(size), share]),
  )
}

function growth({ growth: found }: Kept): string {
  const steps = found?.figures.steps ?? []
  const names = Object.keys(found?.figures.growth ?? {})
  return table(
    ['p99 in ms', ...steps.map(({ documents }) => `${count(documents)} documents`), 'last : first, p50', 'p99'],
    names.map((family) => [
      family,
      ...steps.map(({ families: at }) => fixed(at[family]?.p99 ?? NaN)),
      fixed(found?.figures.growth[family]?.p50 ?? NaN, 2),
      fixed(found?.figures.growth[family]?.p99 ?? NaN, 2),
    ]),
  )
}

function sizes({ growth: found }: Kept): string {
  return table(
    [
      'Documents',
      'Workspaces',
      'Database',
      'Indexes',
      'Largest tables',
      'Dead rows',
      'Leaf density of the five largest indexes',
      'Loaded in',
    ],
    (found?.figures.steps ?? []).map((step) => {
      const { deadRows, liveRows, density } = step.upkeep
      return [
        `${count(step.documents)}${step.without.length > 0 ? `, the last without ${step.without.join(', ')}` : ''}`, count(step.workspaces), bytes(step.databaseBytes), bytes(step.indexBytes),
        largest(step.tables, 3).map(([name, , share]) => `${name} ${share}`).join(', '),
        `${fixed((deadRows / Math.max(1, liveRows + deadRows)) * 100, 2)} %`,
        Object.values(density).map((part) => fixed(part, 0)).join(', '), `${step.loadSeconds} s`,
      ] // prettier-ignore
    }),
  )
}

function upkeep({ growth: found }: Kept): string {
  const steps = found?.figures.steps ?? []
  const names = Object.keys(steps[0]?.upkeep.sweeps ?? {})
  return table(
    ['Milliseconds', ...steps.map(({ documents }) => `${count(documents)} documents`)],
    [
      ...names.map((name) => [`sweep: ${name}`, ...steps.map((step) => fixed(step.upkeep.sweeps[name] ?? NaN, 1))]),
      ['a month of deliveries dropped', ...steps.map(({ upkeep: { partition } }) => `${fixed(partition.dropMs, 0)} (${count(partition.rows)} rows, ${bytes(partition.bytes)})`)],
      ['keys of a day purged', ...steps.map(({ upkeep: { purge } }) => `${fixed(purge.ms, 0)} (${count(purge.rows)} rows)`)],
    ].slice(0, steps.length === 0 ? 0 : undefined), // prettier-ignore
  )
}

function capacity(kept: Kept): string {
  const unit = unitCosts(kept)
  if (!unit) return 'Not measured yet.'
  const plans = LENDERS.map((lenders) => {
    const demand = demandOf(lenders, unit)
    return { demand, layout: layoutOf(demand) }
  })
  const row = (name: string, value: (plan: (typeof plans)[number]) => string | number) => [name, ...plans.map(value)]
  return table(
    ['Lenders', ...LENDERS.map(count)],
    [
      row('documents a month', ({ demand }) => count(demand.documentsPerMonth)),
      row('documents a second, busiest hour', ({ demand }) => fixed(demand.documentsPerSecond)),
      ...Object.keys(unit.processorSeconds).map((part) => row(`cores: ${part}`, ({ demand }) => fixed(demand.cores[part] ?? 0))),
      row('rows after seven years', ({ demand }) => bytes(demand.databaseBytes)),
      row('objects after seven years', ({ demand }) => bytes(demand.objectBytes)),
      row('**cells**', ({ layout }) => layout.cells),
      row('nodes of a cell: API', ({ layout }) => layout.nodes.API),
      row('nodes of a cell: workers', ({ layout }) => layout.nodes.workers),
      row('nodes of a cell: PostgreSQL, Restate, Redis', ({ layout: { nodes } }) => `${nodes.PostgreSQL}, ${nodes.Restate}, ${nodes.Redis}`),
      row('**nodes in all**', ({ layout }) => count(layout.nodesInAll)),
      row('breaks first', ({ layout }) => `${layout.bounds[0]?.[0] ?? ''} (${fixed(layout.bounds[0]?.[1] ?? 0, 2)} cells)`),
      row('then', ({ layout }) => `${layout.bounds[1]?.[0] ?? ''} (${fixed(layout.bounds[1]?.[1] ?? 0, 2)} cells)`),
    ], // prettier-ignore
  )
}

function profile({ profile: found }: Kept): string {
  return table(
    ['', 'Where', 'What', 'ms of a core', 'Share'],
    (found?.figures.costs ?? []).map(({ where, what, ms, share }, index) => [
      index + 1, where, what, count(ms), `${fixed(share * 100)} %`,
    ]), // prettier-ignore
  )
}

function fixedCosts({ fixed: found }: Kept): string {
  return table(
    ['What', 'Before, ms', 'After, ms', 'Times'],
    Object.entries(found?.figures.costs ?? {}).map(([name, { beforeMs, afterMs }]) => [
      name, fixed(beforeMs), fixed(afterMs), fixed(beforeMs / afterMs),
    ]), // prettier-ignore
  )
}

function conditions(kept: Kept): string {
  return table(
    ['Trial', 'Begun', 'Load average of two cores before it', 'Of the cores, taken by others', ''],
    Object.entries(kept).toSorted().map(([name, { conditions: at }]: [string, { conditions: Conditions }]) => [
      `\`npm run trial -- ${[at.trial ?? name, ...at.args].join(' ')}\``, at.at.slice(0, 16).replace('T', ' '), fixed(at.loadAverage),
      typeof at.stolen === 'number' ? `${Math.round(100 * at.stolen)} %` : 'not measured', at.note ?? '',
    ]), // prettier-ignore
  )
}

/** Singles as they are; of pairs, which are hundreds, those that found something, and the sum of the others. */
function scenarios(found: KeptFaults | undefined): string {
  if (!found) return 'Not measured yet.'
  const all = found.figures.scenarios
  const shown = all.length > SCENARIOS_SHOWN ? all.filter(({ findings }) => findings.length > 0) : all
  const rows = table(
    ['Taken away', 'Borrowers', 'Packages', 'Exports', 'Reads', 'Events repeated', 'Settled after, s', 'Result'],
    shown.map(({ faults, borrowers, jobs, exports, reads, repeated, settledSeconds, findings }) => [
      faults.join(' + '), borrowers, jobs, exports, reads, repeated, settledSeconds ?? '—',
      findings.length === 0 ? 'holds' : `${findings.length} findings`,
    ]), // prettier-ignore
  )
  const held = all.filter(({ findings }) => findings.length === 0).length
  const skipped = found.figures.skipped.length
  const sum = `${held} of ${all.length} scenarios hold; ${count(found.figures.acknowledged)} things were acknowledged and are there; ${skipped} faults could not be tried here.`
  return shown.length === 0 ? sum : `${rows}\n\n${sum}`
}

function fuzz({ fuzz: found }: Kept): string {
  if (!found) return 'Not measured yet.'
  const { seconds, seed, requests, operations, byStatus, neverSucceeded, complaints, peakMemoryBytes } = found.figures
  return table(
    ['What', 'Figure'],
    [
      ['length, seed', `${seconds} s, ${seed}`],
      ['requests, operations', `${count(requests)}, ${operations}`],
      ['answers by status', Object.entries(byStatus).map(([status, times]) => `${status}: ${count(times)}`).join(', ')],
      ['operations that did what they are for', operations - neverSucceeded.length],
      ['wrong answers', complaints.length],
      ['memory of the API at most', bytes(peakMemoryBytes)],
    ], // prettier-ignore
  )
}

function readerFuzz({ 'reader-fuzz': found }: Kept): string {
  if (!found) return 'Not measured yet.'
  const { seconds, seed, files, realMutants, outcomes, peakBytes, ceilingBytes, slowestMs } = found.figures
  return table(
    ['What', 'Figure'],
    [
      ['length, seed', `${seconds} s, ${seed}`],
      ['files, of them mutants of real ones', `${count(files)}, ${count(realMutants)}`],
      ['ends', Object.entries(outcomes).map(([end, times]) => `${end}: ${count(times)}`).join(', ')],
      ['memory of a child at most', `${bytes(peakBytes)} of ${bytes(ceilingBytes)}`],
      ['slowest', `${fixed(slowestMs / 1000)} s`],
    ], // prettier-ignore
  )
}

export const TABLES: Readonly<Record<string, (kept: Kept) => string>> = {
  load,
  'load-promises': ({ load: found }) => promises(found?.holds),
  families,
  costs,
  'costs-by-table': costsByTable,
  growth,
  'growth-promises': ({ growth: found }) => promises(found?.holds),
  sizes,
  upkeep,
  capacity,
  profile,
  fixed: fixedCosts,
  conditions,
  faults: ({ faults: found }) => scenarios(found),
  'faults-pairs': (kept) => scenarios(kept['faults-pairs']),
  'faults-three-nodes': (kept) => scenarios(kept['faults-three-nodes']),
  fuzz,
  'fuzz-promises': ({ fuzz: found }) => promises(found?.holds),
  'reader-fuzz': readerFuzz,
  'reader-fuzz-promises': (kept) => promises(kept['reader-fuzz']?.holds),
}
