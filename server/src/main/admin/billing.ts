/** `tieout-admin billing`: what a document costs, how much credit there is, and whether the books are right. */
import type { Command } from 'commander'
import { periodOf } from '../../domain/billing/admission.ts'
import { formatCents, parseCents, ZERO } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { appendAudit } from '../../store/audit.ts'
import { findAccount, lockAccount, postEntries, setTerms, sumLedger } from '../../store/billing.ts'
import type { Account, BillingTerms } from '../../store/billing.ts'
import type { Db, Tenant } from '../../store/db.ts'
import { operatorEntry } from '../../store/operator.ts'
import type { OperatorWorkspace } from '../../store/operator.ts'

export interface AdminTools {
  readonly withWorkspace: <T>(id: string, work: (db: Db, workspace: OperatorWorkspace) => Promise<T>) => Promise<T>
  readonly show: (value: unknown, words: string) => void
}

interface TermOptions {
  readonly workspace: string
  readonly perDocument?: string
  readonly spendCap?: string
  readonly maxInFlight?: string
  readonly processing?: string
}

export function addBillingCommands(program: Command, { withWorkspace, show }: AdminTools): void {
  const billing = program.command('billing').description('prices, credit and limits of a live workspace')
  billing
    .command('set')
    .description('set those of the terms that are given')
    .requiredOption('--workspace <id>', 'the live workspace')
    .option('--per-document <usd>', 'what a document costs, for instance 1.50; 0.00 makes processing free')
    .option('--spend-cap <usd>', 'most that is charged in a calendar month; none lifts the cap')
    .option('--max-in-flight <count>', 'packages that may be under way at once')
    .option('--processing <on|off>', 'whether the plan covers the processing of documents')
    .action(async (options: TermOptions) => {
      const terms = termsOf(options)
      const account = await withWorkspace(options.workspace, (db, workspace) => agree(db, workspace, terms))
      show(accountInWords(account), `Set the terms of ${options.workspace}.`)
    })
  billing
    .command('credit')
    .description('add credit, or take it back with a negative amount')
    .requiredOption('--workspace <id>', 'the live workspace')
    .requiredOption('--amount <usd>', 'for instance 500.00')
    .requiredOption('--note <text>', 'what it is for, shown in the ledger')
    .action(async (options: { workspace: string; amount: string; note: string }) => {
      const amount = dollars(options.amount)
      const account = await withWorkspace(options.workspace, (db, workspace) =>
        giveCredit(db, workspace, { amount, note: options.note }),
      )
      show(accountInWords(account), `The balance of ${options.workspace} is ${formatCents(account.balance)}.`)
    })
  billing
    .command('show')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(async (options: { workspace: string }) => {
      const account = await withWorkspace(options.workspace, (db, { uuid }) =>
        db.read({ workspaceUuid: uuid }, (tx) => findAccount(tx, periodOf(new Date()))),
      )
      const lines = Object.entries(accountInWords(account)).map(
        ([name, value]) => `${name.padEnd(20)} ${String(value)}`,
      )
      show(accountInWords(account), lines.join('\n'))
    })
  billing
    .command('verify')
    .description('add up the ledger anew and compare it with the account and the open reservations')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(async (options: { workspace: string }) => {
      const verdict = await withWorkspace(options.workspace, (db, { uuid }) => verifyBooks(db, { workspaceUuid: uuid }))
      show(
        verdict,
        verdict.differences.length === 0
          ? `The books are right: ${verdict.entries} entries.`
          : verdict.differences.join('\n'),
      )
      process.exitCode = verdict.differences.length === 0 ? 0 : 1
    })
}

function dollars(text: string): Cents {
  const amount = parseCents(text)
  if (amount === null) throw new Error(`'${text}' is not an amount of the form 12.50.`)
  return amount
}

function atLeastZero(text: string): Cents {
  const amount = dollars(text)
  if (amount < 0n) throw new Error(`'${text}' must not be negative.`)
  return amount
}

function termsOf(options: TermOptions): Partial<BillingTerms> {
  const { perDocument, spendCap, maxInFlight, processing } = options
  if (maxInFlight !== undefined && !/^[1-9]\d{0,8}$/.test(maxInFlight)) {
    throw new Error(`'${maxInFlight}' is not a count of 1 or more.`)
  }
  if (processing !== undefined && processing !== 'on' && processing !== 'off') {
    throw new Error(`--processing takes on or off, not '${processing}'.`)
  }
  return {
    ...(perDocument !== undefined && { perDocument: atLeastZero(perDocument) }),
    ...(spendCap !== undefined && { spendCap: spendCap === 'none' ? null : atLeastZero(spendCap) }),
    ...(maxInFlight !== undefined && { maxInFlight: Number(maxInFlight) }),
    ...(processing !== undefined && { coversProcessing: processing === 'on' }),
  }
}

function assertLive(workspace: OperatorWorkspace): void {
  if (workspace.mode !== 'live') throw new Error(`${workspace.id} is a test workspace: test mode is free.`)
}

export async function agree(db: Db, workspace: OperatorWorkspace, terms: Partial<BillingTerms>): Promise<Account> {
  assertLive(workspace)
  return db.inTenant({ workspaceUuid: workspace.uuid }, async (tx) => {
    const account = await setTerms(tx, periodOf(new Date()), terms)
    await appendAudit(tx, {
      ...operatorEntry('billing.terms_set', workspace.id, new Date()),
      fields: Object.keys(terms),
    })
    return account
  })
}

export async function giveCredit(
  db: Db,
  workspace: OperatorWorkspace,
  credit: { readonly amount: Cents; readonly note: string },
): Promise<Account> {
  assertLive(workspace)
  const time = new Date()
  const period = periodOf(time)
  return db.inTenant({ workspaceUuid: workspace.uuid }, async (tx) => {
    await lockAccount(tx, period)
    const entry = { kind: 'credit', balance: credit.amount, reserved: ZERO, inFlight: 0, documents: 0 } as const
    await postEntries(tx, { time, period }, [{ ...entry, jobId: null, note: credit.note }])
    await appendAudit(tx, operatorEntry('billing.credited', workspace.id, time))
    return findAccount(tx, period)
  })
}

export async function verifyBooks(db: Db, tenant: Tenant): Promise<{ entries: number; differences: string[] }> {
  return db.inTenant(tenant, async (tx) => {
    // Locked, so that no entry is posted between the one look and the other.
    const account = await lockAccount(tx, periodOf(new Date()))
    const sums = await sumLedger(tx)
    const pairs: [string, bigint | number, bigint | number][] = [
      ['the balance', account.balance, sums.balance],
      ['what is reserved', account.reserved, sums.reserved],
      ['packages under way', account.inFlight, sums.inFlight],
      ['the open reservations', sums.openReservations, sums.reserved],
      ['the number of open reservations', sums.openJobs, sums.inFlight],
    ]
    const differences = pairs
      .filter(([, kept, computed]) => kept !== computed)
      .map(([what, kept, computed]) => `${what}: ${kept} is kept, the ledger gives ${computed}`)
    return { entries: sums.entries, differences }
  })
}

function accountInWords(account: Account) {
  return {
    balance_usd: formatCents(account.balance),
    reserved_usd: formatCents(account.reserved),
    in_flight_docs: account.inFlight,
    per_document_usd: formatCents(account.perDocument),
    spend_cap_usd: account.spendCap === null ? null : formatCents(account.spendCap),
    max_in_flight_docs: account.maxInFlight,
    covers_processing: account.coversProcessing,
    month: account.period,
    month_spent_usd: formatCents(account.spent),
    month_documents: account.documents,
  }
}
