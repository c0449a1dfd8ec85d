/**
 * From what a thousand documents cost to how many machines some number of lenders needs. Nothing here is measured: costs
 * come from `npm run trial -- load`, and everything that had to be assumed is in `ASSUMED` and `LARGEST_CELL`, in units
 * that somebody who knows better can put their own number to. docs/operate/scale.md is printed from this.
 */

/** Of one thousand documents, with all requests that come along with them. */
export interface UnitCosts {
  readonly processorSeconds: Readonly<Record<string, number>>
  readonly bytes: Readonly<Record<'database' | 'objects' | 'engine', number>>
}

export const ASSUMED = {
  /** A lender with some forty requests for credit a month, a dozen documents each. */
  documentsPerLenderAndMonth: 500,
  /** Documents that were scanned, of how many pages, and what a page takes to recognise (docs/operate/sizing.md). */
  scannedShare: 0.25,
  scannedPages: 5,
  secondsPerScannedPage: 5,
  /** 22 days of 8 hours, and the busiest hour against the mean of them. */
  workingHoursPerMonth: 176,
  busiestHour: 3,
  /** How busy a core may be in that hour: beyond it waiting grows faster than work. */
  busyAtMost: 0.6,
  /** A file as it is sent. The trial's own are of a few kilobytes; people send scans. */
  bytesPerFile: 500_000,
  /** How long a lender keeps a file. */
  yearsKept: 7,
  coresPerNode: 8,
} as const

/** The largest cell that we would run: what is beyond it goes to another. */
export const LARGEST_CELL = {
  /** A fault of one cell is a fault of no more than so many. */
  lenders: 2_000,
  /** PostgreSQL in one piece: what can be restored within a night, and a common size of machine. */
  databaseBytes: 4e12,
  databaseCores: 16,
  /** Of Restate, three nodes of so many cores. */
  engineCores: 8,
} as const

export interface Demand {
  readonly lenders: number
  readonly documentsPerMonth: number
  /** In the busiest hour. */
  readonly documentsPerSecond: number
  /** Cores by part, in the busiest hour, with their reserve. */
  readonly cores: Readonly<Record<string, number>>
  /** After all the years that files are kept. */
  readonly databaseBytes: number
  readonly objectBytes: number
}

const SECONDS_PER_HOUR = 3_600
const MONTHS_PER_YEAR = 12
/** Where recognition happens. */
export const WORKERS = 'worker and readers'

/** What so many lenders ask of the whole of all cells. */
export function demandOf(lenders: number, costs: UnitCosts, assumed: typeof ASSUMED = ASSUMED): Demand {
  const documentsPerMonth = lenders * assumed.documentsPerLenderAndMonth
  const documentsPerSecond =
    (documentsPerMonth / (assumed.workingHoursPerMonth * SECONDS_PER_HOUR)) * assumed.busiestHour
  const recognition = assumed.scannedShare * assumed.scannedPages * assumed.secondsPerScannedPage
  const cores = Object.entries(costs.processorSeconds).map(([part, seconds]): [string, number] => {
    const perDocument = seconds / 1_000 + (part === WORKERS ? recognition : 0)
    return [part, (documentsPerSecond * perDocument) / assumed.busyAtMost]
  })
  const documentsKept = documentsPerMonth * MONTHS_PER_YEAR * assumed.yearsKept
  return {
    lenders,
    documentsPerMonth,
    documentsPerSecond,
    cores: Object.fromEntries(cores),
    databaseBytes: (documentsKept * costs.bytes.database) / 1_000,
    objectBytes: documentsKept * (costs.bytes.objects / 1_000 + assumed.bytesPerFile),
  }
}

export interface Layout {
  readonly cells: number
  /** What alone would need so many cells, the tightest first: the first is what breaks first. */
  readonly bounds: readonly (readonly [what: string, cells: number])[]
  /** Of one cell, each rounded up to what survives the loss of one. */
  readonly nodes: Readonly<Record<'API' | 'workers' | 'PostgreSQL' | 'Restate' | 'Redis', number>>
  /** Of all cells. */
  readonly nodesInAll: number
}

/** How the demand is cut into cells, and what each of them consists of. */
export function layoutOf(
  demand: Demand,
  largest: typeof LARGEST_CELL = LARGEST_CELL,
  assumed: typeof ASSUMED = ASSUMED,
): Layout {
  const cores = (part: string): number => demand.cores[part] ?? 0
  const bounds = [
    ['lenders that one fault may reach', demand.lenders / largest.lenders],
    ['bytes in PostgreSQL', demand.databaseBytes / largest.databaseBytes],
    ['cores of PostgreSQL', cores('PostgreSQL') / largest.databaseCores],
    ['cores of Restate', cores('Restate') / largest.engineCores],
  ] as const
  const ordered = bounds.toSorted(([, one], [, other]) => other - one)
  const cells = Math.max(1, Math.ceil(ordered[0]?.[1] ?? 1))
  const nodesFor = (needed: number, atLeast: number): number =>
    Math.max(atLeast, Math.ceil(needed / cells / assumed.coresPerNode) + 1)
  const nodes = {
    API: nodesFor(cores('API') + cores('relay'), 2),
    workers: nodesFor(cores(WORKERS), 2),
    // A primary as large as it must be, and two that follow.
    PostgreSQL: 3,
    Restate: 3,
    Redis: 1,
  }
  const inCell = Object.values(nodes).reduce((sum, count) => sum + count, 0)
  return { cells, bounds: ordered, nodes, nodesInAll: cells * inCell }
}
