/**
 * Which sample a test upload is answered with: by its name when one was given, else by words of the file name. Some
 * names are variants: a sample with a fault of the kind that a client must be able to live with.
 */
import type { DocumentClass } from '../../engine/model/classification.ts'
import type { Job } from '../../store/jobs.ts'
import { CATEGORIES } from '../documents/categories.ts'
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

const ORDINARY = 'profit-loss-statement-retail'
/** The same bytes as the upload before it on the loan, whatever was sent: decided at the confirm. */
export const DUPLICATE_SAMPLE = 'duplicate'
/** Reads like any other; what is made of it later fails. */
export const EXPORT_FAILING_SAMPLE = 'export-failing'
export const RENDER_FAILING_SAMPLE = 'render-failing'

interface Variant {
  /** The job fails so, instead of being read. */
  readonly failure?: JobError
  readonly slow?: true
  readonly slug?: string
}

const VARIANTS: Readonly<Record<string, Variant>> = {
  unreadable: { failure: 'unreadable' },
  encrypted: { failure: 'encrypted' },
  empty: { failure: 'empty' },
  slow: { slow: true },
  unfooted: { slug: 'profit-loss-statement-unfooted' },
  unmappable: { slug: 'profit-loss-statement-unmappable' },
  [DUPLICATE_SAMPLE]: {},
  [EXPORT_FAILING_SAMPLE]: {},
  [RENDER_FAILING_SAMPLE]: {},
}

export const VARIANT_NAMES = Object.keys(VARIANTS)

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

export interface SampleChoice {
  readonly failure: JobError | null
  readonly slow: boolean
  /** The document to answer with. */
  readonly slug: string
}

/** Given what was asked for and which samples there are, the one to answer with: the named one, or one of its class. */
export function chooseSample(wish: SampleWish, slugs: readonly string[]): SampleChoice {
  const { sampleDocument } = wish
  const variant = sampleDocument !== null && Object.hasOwn(VARIANTS, sampleDocument) ? VARIANTS[sampleDocument] : null
  const named = variant ? (variant.slug ?? ORDINARY) : sampleDocument
  const slug =
    named !== null && slugs.includes(named)
      ? named
      : slugs.find((candidate) => candidate.startsWith(`${slugOf(classOfSample(wish))}-`))
  if (slug === undefined) throw new Error('there is no sample of this class')
  return { failure: variant?.failure ?? null, slow: variant?.slow ?? false, slug }
}
