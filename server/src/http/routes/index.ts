/** Every operation of the interface. */
import type { RouteDeclaration } from '../route.ts'
import { accessRoutes } from './access.ts'
import { addbackRoutes } from './addbacks.ts'
import { borrowerRoutes } from './borrowers.ts'
import { chartRoutes } from './chart.ts'
import { embedRoutes } from './embed-sessions.ts'
import { exportRoutes } from './exports.ts'
import { extractionRoutes } from './extractions.ts'
import { jobRoutes } from './jobs.ts'
import { loanRoutes } from './loans.ts'
import { mappingRoutes } from './mappings.ts'
import { memoRoutes } from './memos.ts'
import { sandboxRoutes } from './sandbox.ts'
import { spreadRoutes } from './spreads.ts'
import { uploadRoutes } from './uploads.ts'
import { usageRoutes } from './usage.ts'
import { webhookRoutes } from './webhooks.ts'
import { workbookRoutes } from './workbook.ts'

export const ROUTES: readonly RouteDeclaration[] = [
  ...accessRoutes,
  ...borrowerRoutes,
  ...loanRoutes,
  ...uploadRoutes,
  ...jobRoutes,
  ...extractionRoutes,
  ...exportRoutes,
  ...webhookRoutes,
  ...chartRoutes,
  ...mappingRoutes,
  ...addbackRoutes,
  ...spreadRoutes,
  ...workbookRoutes,
  ...memoRoutes,
  ...usageRoutes,
  ...embedRoutes,
  ...sandboxRoutes,
]
