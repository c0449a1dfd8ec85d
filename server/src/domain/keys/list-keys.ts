import { listApiKeys } from '../../store/access.ts'
import type { ApiKey } from '../../store/access.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function listKeys(deps: Pick<Deps, 'db'>, caller: Caller, page: PageRequest): Promise<Page<ApiKey>> {
  return deps.db.readAtOnce(caller, (tx) => listApiKeys(tx, page))
}
