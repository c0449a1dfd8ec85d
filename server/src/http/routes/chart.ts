import { readChart, readExportMap } from '../../domain/chart/read-chart.ts'
import { saveChart } from '../../domain/chart/save-chart.ts'
import { saveExportMap } from '../../domain/chart/save-export-map.ts'
import { saveRules } from '../../domain/chart/save-rules.ts'
import { Problem } from '../../lib/problem.ts'
import { ok, route } from '../route.ts'
import {
  ChartBody,
  chartToWire,
  ExportMapBody,
  exportMapToWire,
  SaveChartBody,
  SaveExportMapBody,
  SaveRulesBody,
  toDeclared,
  toExportMap,
  toRules,
} from '../schemas/chart.ts'

const tag = 'Chart of accounts'

export const chartRoutes = [
  route({
    method: 'GET',
    path: '/api/chart-of-accounts',
    operationId: 'getChartOfAccounts',
    embed: 'workspace',
    tag,
    summary: 'Read the chart of accounts',
    description: 'The platform chart with what the workspace made of it, and the caption rules of the workspace.',
    scope: 'chart:read',
    lane: 'api',
    subscription: false,
    answers: { 200: { description: 'The chart.', body: ChartBody } },
    handle: async ({ deps, caller }) => ok(chartToWire(await readChart(deps, caller))),
  }),
  route({
    method: 'PUT',
    path: '/api/chart-of-accounts',
    operationId: 'saveChartOfAccounts',
    tag,
    summary: 'Save the chart of accounts',
    description:
      'Adds accounts, renames them, moves them within their section and switches them off. Replaces what was saved ' +
      'before: a platform account that is left out is as the platform has it; an account that the workspace once ' +
      'added cannot be left out.',
    scope: 'chart:write',
    lane: 'api',
    subscription: true,
    body: SaveChartBody,
    answers: { 200: { description: 'The chart as it is now.', body: ChartBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, body }) =>
      ok(chartToWire(await saveChart(deps, caller, { version: body.version, accounts: toDeclared(body.accounts) }))),
  }),
  route({
    method: 'PUT',
    path: '/api/chart-of-accounts/rules',
    operationId: 'saveCaptionRules',
    embed: 'workspace',
    tag,
    summary: 'Save the caption rules',
    description:
      'Replaces the rules by which captions find accounts before anything built in does. A rule that names an account ' +
      'of another section than the line prints in uses the account of that section that is its like, or does not apply.',
    scope: 'chart:write',
    lane: 'api',
    subscription: true,
    body: SaveRulesBody,
    answers: { 200: { description: 'The chart as it is now.', body: ChartBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, body }) =>
      ok(chartToWire(await saveRules(deps, caller, { version: body.version, rules: toRules(body.rules) }))),
  }),
  route({
    method: 'GET',
    path: '/api/chart-of-accounts/export-map',
    operationId: 'getExportMap',
    embed: 'workspace',
    tag,
    summary: 'Read the export map',
    scope: 'chart:read',
    lane: 'api',
    subscription: false,
    answers: { 200: { description: 'The map; without a system when there is none.', body: ExportMapBody } },
    handle: async ({ deps, caller }) => ok(exportMapToWire(await readExportMap(deps, caller))),
  }),
  route({
    method: 'PUT',
    path: '/api/chart-of-accounts/export-map',
    operationId: 'saveExportMap',
    tag,
    summary: 'Save the export map',
    description:
      "Codes of another system for the chart's accounts; mappings carry them. Ids that are not on the chart are taken, " +
      'and every mapping lists them. A null system with no accounts takes the map away.',
    scope: 'chart:write',
    lane: 'api',
    subscription: true,
    body: SaveExportMapBody,
    answers: { 200: { description: 'The map as it is now.', body: ExportMapBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, body }) => {
      if (body.system === null && body.accounts.length > 0)
        throw new Problem('validation_failed', { message: 'body.system must name the system that the codes are of.' })
      return ok(exportMapToWire(await saveExportMap(deps, caller, { version: body.version, map: toExportMap(body) })))
    },
  }),
]
