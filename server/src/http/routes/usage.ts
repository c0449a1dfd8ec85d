import { Type } from 'typebox'
import { readLedger, readUsage } from '../../domain/billing/read-usage.ts'
import { answerPage } from '../paging.ts'
import { ok, route } from '../route.ts'
import { ListOf, PageQuery } from '../schemas/common.ts'
import { LedgerEntryBody, ledgerEntryToWire, UsageBody, usageToWire } from '../schemas/usage.ts'

const shared = { method: 'GET', tag: 'Usage', scope: 'usage:read', lane: 'api', subscription: false } as const

export const usageRoutes = [
  route({
    ...shared,
    path: '/api/usage',
    operationId: 'getUsage',
    summary: 'Read balance, limits and what is under way',
    description: 'Test mode is free: there everything stays at zero.',
    answers: { 200: { description: 'The account of the workspace.', body: UsageBody } },
    handle: async ({ deps, caller }) => ok(usageToWire(await readUsage(deps, caller))),
  }),
  route({
    ...shared,
    path: '/api/usage/ledger',
    operationId: 'listLedgerEntries',
    summary: 'List the entries of the ledger',
    description: 'Newest first. The balance is the sum of all of them, and so is what is reserved.',
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(LedgerEntryBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const list = { name: 'ledger', filters: {} }
      return ok(
        await answerPage(context, list, (page) => readLedger(context.deps, context.caller, page), ledgerEntryToWire),
      )
    },
  }),
]
