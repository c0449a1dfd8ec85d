import { Type } from 'typebox'
import type { Static } from 'typebox'
import { SECTIONS } from '../../domain/chart/chart.ts'
import type {
  CaptionRule,
  DeclaredAccount,
  ExportMap,
  ListedAccount,
  SavedExportMap,
  WorkspaceChart,
} from '../../domain/chart/chart.ts'
import { Closed, Nullable, OneOf, ReadVersion, Text } from './common.ts'

const MAX_ACCOUNTS = 1000
const MAX_RULES = 2000

const AccountId = Type.String({
  pattern: '^[a-z0-9][a-z0-9_.:-]{0,79}$',
  description: 'Id of an account. Platform ids stay; the ids a workspace adds are its own and are never used again.',
})

const AccountFields = {
  label: Text(200),
  section: Nullable(OneOf(SECTIONS, { description: 'Follows from the parent; null for what is reported net of tax.' })),
  parent: Text(80, { description: 'Key of the folder it stands in; a platform account may move within its section.' }),
  effect: OneOf(['adds', 'subtracts'], { description: 'How the account counts toward net income.' }),
  roles: Type.Array(Text(60), {
    maxItems: 20,
    description: 'What the measures know it by: depreciation, interest, rent, …',
  }),
  captions: Type.Array(Text(200), {
    maxItems: 200,
    description: 'Printed captions that mean an account of the workspace; always empty on a platform account.',
  }),
  in_force: Type.Boolean({ description: 'False: lines that mean this account stay unmapped.' }),
}

const ListedAccountBody = Closed({ id: Type.String(), ...AccountFields }, { title: 'ChartAccount' })

const RuleBody = Closed(
  {
    match: OneOf(['exact', 'contains', 'pattern'], {
      description:
        'exact: the same words. contains: the words stand in the caption. pattern: the whole caption, where * is any text.',
    }),
    caption: Text(200),
    section: Nullable(OneOf(SECTIONS, { description: 'Only lines printed in this section; null for all.' })),
    account_id: Type.String({ minLength: 1, maxLength: 80 }),
  },
  { title: 'CaptionRule' },
)

export const ChartBody = Closed(
  {
    version: Type.Integer({ description: 'Goes up with every saved chart; 0 when none was saved.' }),
    rules_version: Type.Integer({ description: 'Goes up with every saved set of rules; 0 when none was.' }),
    chart_version: Type.String({ description: 'Version of the platform chart underneath.' }),
    accounts: Type.Array(ListedAccountBody, { description: 'Every account, in the order statements are printed in.' }),
    rules: Type.Array(RuleBody, { description: 'Later rules win over earlier ones of the same kind and length.' }),
  },
  { title: 'ChartOfAccounts' },
)

export const SaveChartBody = Closed({
  version: ReadVersion,
  accounts: Type.Array(Closed({ id: AccountId, ...Type.Partial(Closed(AccountFields)).properties }), {
    maxItems: MAX_ACCOUNTS,
    description:
      'What differs from the platform chart. An account that the workspace adds needs a label, a parent and an effect.',
  }),
})

export const SaveRulesBody = Closed({
  version: ReadVersion,
  rules: Type.Array(
    Closed({
      match: RuleBody.properties.match,
      caption: RuleBody.properties.caption,
      section: Type.Optional(RuleBody.properties.section),
      account_id: RuleBody.properties.account_id,
    }),
    { maxItems: MAX_RULES },
  ),
})

const ExportedAccount = Closed({
  account_id: Type.String({ minLength: 1, maxLength: 80 }),
  code: Text(100, { description: "The account's code in the other system." }),
  label: Nullable(Text(200)),
})

const System = Nullable(Text(100, { description: 'Name of the other system; null when there is no map.' }))

export const ExportMapBody = Closed(
  {
    version: Type.Integer({ description: 'Goes up with every saved map; 0 when none was saved.' }),
    system: System,
    accounts: Type.Array(ExportedAccount),
  },
  { title: 'ExportMap' },
)

export const SaveExportMapBody = Closed({
  version: ReadVersion,
  system: System,
  accounts: Type.Array(
    Closed({ ...ExportedAccount.properties, label: Type.Optional(ExportedAccount.properties.label) }),
    { maxItems: MAX_ACCOUNTS },
  ),
})

export function chartToWire(chart: WorkspaceChart): Static<typeof ChartBody> {
  return {
    version: chart.version,
    rules_version: chart.rulesVersion,
    chart_version: chart.chartVersion,
    accounts: chart.accounts.map(accountToWire),
    rules: chart.rules.map((rule) => ({
      match: rule.match,
      caption: rule.caption,
      section: rule.section,
      account_id: rule.accountId,
    })),
  }
}

function accountToWire(account: ListedAccount): Static<typeof ListedAccountBody> {
  const { id, label, section, parent, effect, roles, captions, inForce } = account
  return {
    id,
    label,
    section: section as Static<typeof ListedAccountBody>['section'],
    parent,
    effect,
    roles: [...roles],
    captions: [...captions],
    in_force: inForce,
  }
}

export function toDeclared(accounts: Static<typeof SaveChartBody>['accounts']): DeclaredAccount[] {
  return accounts.map(({ in_force: inForce, ...account }) => ({ ...account, inForce }))
}

export function toRules(rules: Static<typeof SaveRulesBody>['rules']): CaptionRule[] {
  return rules.map(({ match, caption, section, account_id: accountId }) => ({
    match,
    caption,
    accountId,
    section: section ?? null,
  }))
}

/** Null when the map is taken away, which only an empty one can be. */
export function toExportMap({ system, accounts }: Static<typeof SaveExportMapBody>): ExportMap | null {
  if (system === null) return null
  return {
    system,
    accounts: accounts.map(({ account_id: accountId, code, label }) => ({ accountId, code, label: label ?? null })),
  }
}

export function exportMapToWire({ version, map }: SavedExportMap): Static<typeof ExportMapBody> {
  const accounts = map?.accounts.map(({ accountId, code, label }) => ({ account_id: accountId, code, label })) ?? []
  return { version, system: map?.system ?? null, accounts }
}
