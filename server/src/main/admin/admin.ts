/** `tieout-admin`: what an operator does to a running installation. Every command says what it did, in words or as JSON. */
import { Command } from 'commander'
import { reconcile } from '../../domain/hand-off/reconcile.ts'
import { replaySnapshot } from '../../domain/spreads/replay-snapshot.ts'
import { isScope, SCOPES } from '../../domain/scopes.ts'
import { decodeId, uuidOf } from '../../lib/ids.ts'
import type { IdPrefix } from '../../lib/ids.ts'
import { Db } from '../../store/db.ts'
import { migrate } from '../../store/migrate.ts'
import {
  createOrganization,
  createWorkspace,
  findWorkspace,
  listKeysOf,
  listOrganizations,
  listWorkspaces,
  setPlan,
  setRateLimits,
  verifyAudit,
} from '../../store/operator.ts'
import type { OperatorWorkspace } from '../../store/operator.ts'
import { workspaceOfSnapshot } from '../../store/spreads.ts'
import { loadConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { addBillingCommands } from './billing.ts'
import { addCellCommands } from './cells/commands.ts'
import { doctor } from './doctor.ts'
import { keyRingOf } from '../webhooks.ts'
import { issueOperatorKey, revokeOperatorKey } from './keys.ts'
import { print, table } from './output.ts'
import { addReleaseCommands } from './releases.ts'
import { rotateKek } from './rotate-kek.ts'

const SUBSCRIPTIONS = ['trialing', 'active', 'past_due', 'canceled', 'none']
const FEATURES = ['statement_mapping', 'embed', 'memos', 'exports']

const program = new Command('tieout-admin')
  .description('Operates a Tieout installation.')
  .option('--json', 'print results as JSON')
  .showHelpAfterError('(add --help for the options)')

/** Runs a command with the operator's own connection and closes it. */
async function withOperator<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig()
  if (config.TIEOUT_DATABASE_OPERATOR_URL === undefined) throw new Error('TIEOUT_DATABASE_OPERATOR_URL is not set.')
  const db = new Db({ url: config.TIEOUT_DATABASE_OPERATOR_URL, poolSize: 2 })
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}

function show(value: unknown, words: string): void {
  print(value, words, program.opts<{ json?: boolean }>().json ?? false)
}

function assertId(prefix: IdPrefix, text: string): string {
  if (decodeId(prefix, text) === null) throw new Error(`'${text}' is not an id of the form ${prefix}_….`)
  return text
}

async function workspaceOrFail(db: Db, id: string): Promise<OperatorWorkspace> {
  const workspace = await findWorkspace(db, assertId('ws', id))
  if (!workspace) throw new Error(`There is no workspace ${id}. 'tieout-admin workspaces list' shows them.`)
  return workspace
}

function listed(text: string, known: readonly string[], what: string): string[] {
  if (text === 'all') return [...known]
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) throw new Error(`Unknown ${what}: ${unknown.join(', ')}. Known: ${known.join(', ')}.`)
  return words
}

function modeOf(text: string): 'live' | 'test' {
  return listed(text, ['live', 'test'], 'mode')[0] === 'test' ? 'test' : 'live'
}

program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => {
    const url = loadConfig().TIEOUT_DATABASE_OWNER_URL
    if (url === undefined) throw new Error('TIEOUT_DATABASE_OWNER_URL is not set: migrations run as the owner.')
    const applied = await migrate(url)
    show({ applied }, applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  })

program
  .command('doctor')
  .description('check every dependency and say in words what is wrong')
  .action(async () => {
    const findings = await doctor(loadConfig())
    const failed = findings.filter((finding) => !finding.ok)
    show(
      findings,
      findings.map(({ name, ok, words }) => `${ok ? 'ok   ' : 'FAULT'}  ${name.padEnd(22)} ${words}`).join('\n'),
    )
    process.exitCode = failed.length > 0 ? 1 : 0
  })

const organizations = program.command('organizations').description('organizations that own workspaces')
organizations
  .command('create')
  .requiredOption('--name <name>', 'name of the organization')
  .action(async (options: { name: string }) => {
    const id = await withOperator((db) => createOrganization(db, options.name))
    show({ id }, `Created organization ${id}.`)
  })
organizations.command('list').action(async () => {
  const rows = await withOperator(listOrganizations)
  show(
    rows,
    table(
      ['id', 'name', 'created'],
      rows.map((row) => [row.id, row.name, row.createdAt.toISOString()]),
    ),
  )
})

const workspaces = program.command('workspaces').description('live workspaces and their test twins')
workspaces
  .command('create')
  .requiredOption('--organization <id>', 'organization that owns it')
  .requiredOption('--name <name>', 'name of the workspace')
  .option('--plan <name>', 'name of the plan', 'standard')
  .option('--features <list>', `comma-separated, or all: ${FEATURES.join(', ')}`, 'all')
  .option('--subscription <status>', SUBSCRIPTIONS.join(', '), 'active')
  .action(
    async (options: { organization: string; name: string; plan: string; features: string; subscription: string }) => {
      const workspace = await withOperator((db) =>
        createWorkspace(db, {
          organizationId: assertId('org', options.organization),
          name: options.name,
          plan: {
            plan: options.plan,
            features: listed(options.features, FEATURES, 'feature'),
            subscriptionStatus: listed(options.subscription, SUBSCRIPTIONS, 'subscription status')[0] ?? 'none',
          },
        }),
      )
      show(workspace, `Created live workspace ${workspace.id}.`)
    },
  )
workspaces.command('list').action(async () => {
  const rows = await withOperator(listWorkspaces)
  show(
    rows,
    table(
      ['id', 'mode', 'name', 'plan', 'subscription', 'lifecycle'],
      rows.map((row) => [row.id, row.mode, row.name, row.plan, row.subscriptionStatus, row.lifecycle]),
    ),
  )
})

program
  .command('plans')
  .description('what a workspace has paid for')
  .command('set')
  .requiredOption('--workspace <id>', 'the live workspace; its twin follows')
  .option('--plan <name>', 'name of the plan')
  .option('--features <list>', `comma-separated, or all: ${FEATURES.join(', ')}`)
  .option('--subscription <status>', SUBSCRIPTIONS.join(', '))
  .action(async (options: { workspace: string; plan?: string; features?: string; subscription?: string }) => {
    await withOperator(async (db) => {
      const workspace = await workspaceOrFail(db, options.workspace)
      const subscription =
        options.subscription === undefined
          ? undefined
          : listed(options.subscription, SUBSCRIPTIONS, 'subscription status')[0]
      await setPlan(db, workspace.id, {
        ...(options.plan !== undefined && { plan: options.plan }),
        ...(options.features !== undefined && { features: listed(options.features, FEATURES, 'feature') }),
        ...(subscription !== undefined && { subscriptionStatus: subscription }),
      })
    })
    show({ workspace: options.workspace }, `Set the plan of ${options.workspace}.`)
  })

addBillingCommands(program, {
  withWorkspace: (id, work) => withOperator(async (db) => work(db, await workspaceOrFail(db, id))),
  show,
})

const keys = program.command('keys').description('API keys')
keys
  .command('create')
  .requiredOption('--workspace <id>', 'a live workspace; --mode test makes the key in its twin')
  .requiredOption('--name <name>', 'what the key is for')
  .option('--mode <mode>', 'live or test', 'live')
  .option('--role <role>', 'member or admin', 'member')
  .option('--scopes <list>', 'comma-separated, or all', 'all')
  .action(async (options: { workspace: string; name: string; mode: string; role: string; scopes: string }) => {
    const issued = await withOperator(async (db) =>
      issueOperatorKey(db, await workspaceOrFail(db, options.workspace), {
        name: options.name,
        mode: modeOf(options.mode),
        role: listed(options.role, ['member', 'admin'], 'role')[0] === 'admin' ? 'admin' : 'member',
        scopes: listed(options.scopes, SCOPES, 'scope').filter(isScope),
      }),
    )
    show(
      issued,
      `${issued.key}\n\nThis is key ${issued.id} of workspace ${issued.workspaceId}. It is shown this once and not kept.`,
    )
  })
keys
  .command('list')
  .requiredOption('--workspace <id>', 'the workspace')
  .action(async (options: { workspace: string }) => {
    const rows = await withOperator((db) => listKeysOf(db, assertId('ws', options.workspace)))
    show(
      rows,
      table(
        ['id', 'name', 'key', 'role', 'created', 'revoked'],
        rows.map((row) => [
          row.id,
          row.name,
          row.hint,
          row.role,
          row.createdAt.toISOString(),
          row.revokedAt?.toISOString() ?? '',
        ]),
      ),
    )
  })
keys
  .command('revoke')
  .requiredOption('--workspace <id>', 'the workspace of the key')
  .requiredOption('--key <id>', 'the key')
  .action(async (options: { workspace: string; key: string }) => {
    await withOperator(async (db) =>
      revokeOperatorKey(db, await workspaceOrFail(db, options.workspace), assertId('key', options.key)),
    )
    show({ revoked: options.key }, `Revoked ${options.key}.`)
  })
keys
  .command('limits')
  .description('set requests a minute by lane; without --lane, back to the defaults')
  .requiredOption('--key <id>', 'the key')
  .option('--lane <lane=limit...>', 'for instance api=1000')
  .action(async (options: { key: string; lane?: string[] }) => {
    const limits = Object.fromEntries(
      (options.lane ?? []).map((text): [string, number] => {
        const match = /^(api|upload|export|strict)=([1-9]\d{0,8})$/.exec(text)
        if (!match)
          throw new Error(`'${text}' is not of the form lane=limit, with a lane of api, upload, export, strict.`)
        return [match[1] ?? '', Number(match[2])]
      }),
    )
    const found = await withOperator((db) => setRateLimits(db, assertId('key', options.key), limits))
    if (!found) throw new Error(`There is no key ${options.key}.`)
    show({ key: options.key, limits }, `Set the limits of ${options.key}.`)
  })

const audit = program.command('audit').description('what happened, and whether it can be shown again')
audit
  .command('replay')
  .description('compute a snapshot again from its manifest and compare it with what is kept, byte for byte')
  .argument('<snapshot>', 'the snapshot')
  .action(async (id: string) => {
    const workspaceUuid = await withOperator((db) => workspaceOfSnapshot(db, assertId('snap', id)))
    const db = new Db({ url: loadConfig().TIEOUT_DATABASE_WORKER_URL, poolSize: 1 })
    try {
      const verdict = workspaceUuid === null ? null : await replaySnapshot(db, { workspaceUuid }, id)
      if (!verdict) throw new Error(`There is no snapshot ${id}.`)
      show(
        verdict,
        `${verdict.outcome}: ${verdict.words} (${verdict.documents} documents, ${verdict.payloadBytes} bytes).`,
      )
      process.exitCode = verdict.outcome === 'same' ? 0 : 1
    } finally {
      await db.close()
    }
  })
audit
  .command('verify')
  .description('whether the chain of the audit log is whole')
  .requiredOption('--workspace <id>', 'the workspace')
  .action(async (options: { workspace: string }) => {
    const verdict = await withOperator(async (db) =>
      verifyAudit(db, (await workspaceOrFail(db, options.workspace)).uuid),
    )
    const words =
      verdict.brokenAt === null
        ? `The chain is whole: ${verdict.entries} entries.`
        : `The chain breaks at entry ${verdict.brokenAt}: ${verdict.reason ?? ''}.`
    show({ ...verdict, brokenAt: verdict.brokenAt === null ? null : Number(verdict.brokenAt) }, words)
    process.exitCode = verdict.brokenAt === null ? 0 : 1
  })

addReleaseCommands(program, show)
addCellCommands(program, { show, workspaceUuid: (id) => uuidOf('ws', assertId('ws', id)) })

program
  .command('rotate-kek')
  .description('put every webhook secret under the current key-encryption key, so that older ones can be thrown away')
  .action(async () => {
    const { rewrapped, kekId } = await withOperator((db, config) => rotateKek(db, keyRingOf(config)))
    show({ rewrapped, kek: kekId }, `Put ${rewrapped} secrets under the key-encryption key '${kekId}'.`)
  })

program
  .command('reconcile')
  .description('hand all work in flight to the engine anew, from the database: after the engine has lost data')
  .action(async () => {
    const config = loadConfig()
    const db = new Db({ url: config.TIEOUT_DATABASE_WORKER_URL, poolSize: 2 })
    try {
      const { reissued, restored } = await reconcile(db)
      show(
        { reissued, restored },
        `Put ${reissued} pieces of work back in the queue and restored ${restored} that were missing. The relay hands them over.`,
      )
    } finally {
      await db.close()
    }
  })

program
  .command('quickstart')
  .description('an organization, a workspace with an active subscription, and an administrator key: for a first try')
  .option('--name <name>', 'name of the organization', 'First National')
  .option('--mode <mode>', 'live, or test for a key of the sandbox', 'live')
  .action(async (options: { name: string; mode: string }) => {
    const config = loadConfig()
    if (config.TIEOUT_DATABASE_OWNER_URL !== undefined) await migrate(config.TIEOUT_DATABASE_OWNER_URL)
    const issued = await withOperator(async (db) => {
      const organizationId = await createOrganization(db, options.name)
      const plan = { plan: 'standard', features: FEATURES, subscriptionStatus: 'active' }
      const workspace = await createWorkspace(db, { organizationId, name: 'Lending', plan })
      const mode = modeOf(options.mode)
      return issueOperatorKey(db, workspace, { name: 'quickstart', mode, role: 'admin', scopes: SCOPES })
    })
    show(issued, `export TIEOUT_KEY=${issued.key}`)
  })

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
