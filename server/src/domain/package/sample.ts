/** Which sample a test upload is answered with: by its slug when one was named, else by words of the file name. */
import type { DocumentClass } from '../../engine/model/classification.ts'
import type { Job } from '../../store/jobs.ts'
import { CATEGORIES } from '../documents/categories.ts'
import type { Category } from '../documents/categories.ts'
import type { JobError } from '../jobs/job.ts'

/** Words of a file name that point to a class; the first that fits decides. */
const FILE_NAME_WORDS: readonly (readonly [DocumentClass, RegExp])[] = [
  ['profit-loss', /\b(profit|p ?& ?l|pnl|income statement)\b/],
  ['balance-sheet', /\bbalance\b/],
  ['cash-flow', /\bcash ?flow\b/],
  ['bank-statement', /\b(bank|checking|savings)\b/],
  ['tax-return', /\b(tax|1040|1065|1120s?|k ?1)\b/],
  ['personal-financial-statement', /\b(personal financial|pfs)\b/],
  ['debt-schedule', /\bdebt\b/],
  ['ar-aging', /\b(ar|receivables?)\b/],
  ['ap-aging', /\b(ap|payables?)\b/],
]

/** The words that begin the slugs of a category's samples: its report type in the singular. */
function slugOf(of: DocumentClass): string {
  return CATEGORIES[of].reportType.replace(/s$/, '')
}

/** Samples that fail, by the name of the failure. */
const FAILING: Readonly<Record<string, JobError>> = { unreadable: 'unreadable', encrypted: 'encrypted', empty: 'empty' }
/** The sample that takes its time, and is a profit and loss statement in the end. */
const SLOW = 'slow'

type SampleWish = Pick<Job, 'sampleDocument' | 'fileName'>

/** The class that a test upload stands for. */
function classOfSample({ sampleDocument, fileName }: SampleWish): DocumentClass {
  const words = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[_\-.\s]+/g, ' ')
  const found =
    sampleDocument === null
      ? FILE_NAME_WORDS.find(([, pattern]) => pattern.test(words))
      : FILE_NAME_WORDS.find(([of]) => sampleDocument === slugOf(of) || sampleDocument.startsWith(`${slugOf(of)}-`))
  return found?.[0] ?? 'other'
}

export function sampleCategory(wish: SampleWish): Category {
  return CATEGORIES[classOfSample(wish)]
}

export interface SampleChoice {
  readonly failure: JobError | null
  readonly slow: boolean
  /** The document to answer with; null where there is none of that class. */
  readonly slug: string | null
}

/** Given what was asked for and which samples there are, the one to answer with: the named one, or one of its class. */
export function chooseSample(wish: SampleWish, slugs: readonly string[]): SampleChoice {
  const { sampleDocument } = wish
  const failure = FAILING[sampleDocument ?? ''] ?? null
  const slow = sampleDocument === SLOW
  if (sampleDocument !== null && slugs.includes(sampleDocument)) return { failure, slow, slug: sampleDocument }
  const prefix = `${slugOf(slow ? 'profit-loss' : classOfSample(wish))}-`
  return { failure, slow, slug: slugs.find((slug) => slug.startsWith(prefix)) ?? null }
}
