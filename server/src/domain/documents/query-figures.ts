import { measureKey } from '../../engine/map/placements.ts'
import { foldText } from '../../lib/fold.ts'
import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { listFigures } from '../../store/figures.ts'
import type { FoundFigure } from '../../store/figures.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { entityKey } from '../entities/entity-key.ts'

export { FINDABLE_MEASURES } from '../../engine/map/placements.ts'
export type { FoundFigure } from '../../store/figures.ts'

/** What is asked of a borrower's figures; null asks for nothing in particular. */
export interface FigureQuery {
  readonly loanId: string | null
  readonly reportType: string | null
  readonly fiscalYear: number | null
  readonly caption: string | null
  readonly entity: string | null
  /** Of lines placed on this account of the chart. */
  readonly account: string | null
  /** Printed as this headline measure. */
  readonly measure: string | null
}

export const MAX_QUERIES = 50

/** The figures in force over the borrower's documents. Captions and names are compared without case and punctuation. */
export async function queryFigures(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { borrowerId: string; query: FigureQuery; page: PageRequest },
): Promise<Page<FoundFigure>> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, input.borrowerId))) throw new Problem('not_found')
    const { loanId, reportType, fiscalYear, caption, entity, account, measure } = input.query
    const entityKeys = entity === null ? null : [entityKey('business', entity), entityKey('person', entity)]
    const captionKey = caption === null ? null : foldText(caption)
    const placements = [...(account === null ? [] : [account]), ...(measure === null ? [] : [measureKey(measure)])]
    const filter = { borrowerId: input.borrowerId, loanId, reportType, fiscalYear, captionKey, entityKeys, placements }
    return listFigures(tx, filter, input.page)
  })
}
