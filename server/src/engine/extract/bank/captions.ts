/** What rows of a bank statement call themselves, in the languages that lenders meet. Data, as patterns. */
import type { Direction } from '../../model/bank.ts'

/** What a column holds, by its head. */
export type ColumnRole =
  'booked' | 'date' | 'valued' | 'text' | 'in' | 'out' | 'amount' | 'balance' | 'flag' | 'number' | 'other'

/** The first pattern that fits decides. */
const HEADS: readonly (readonly [RegExp, ColumnRole])[] = [
  [
    /^(?:dr|d|debit|debet|s|af)\s*[/|]?\s*(?:cr|c|k|credit|kredit|h|bij)\.?$|^(?:cr|c|credit|in)\s*\/\s*(?:dr|d|debit|out)$|\bindicator\b|^(?:cr|dr) ?flag$|^\+\/-$|^sign$|^direction$/i,
    'flag',
  ],
  [
    /^(?:post(?:ing|ed)?|book(?:ing|ed)?|process(?:ed|ing)?|entry|clear(?:ed|ing)?)\.? ?(?:date|on)\b|^date (?:paid|posted|processed|credited|booked)\b|^buchung(?:stag|sdatum)?$|^boekdatum|^datum za[uú]|^fecha (?:de )?(?:operaci|contab)|^data (?:ksi|contab)/i,
    'booked',
  ],
  [
    /^(?:value|val|effective|eff|interest|execution)\.? ?date\b|^valuta(?:datum)?$|^wert(?:stellung)?$|^rentedatum|^fecha valor|^data (?:valuta|waluty)/i,
    'valued',
  ],
  [/^(?:(?:trans(?:action)?|tran|txn)\.? ?)?dates?\b|^date$|^datum\b|^fecha\b|^data\b|^day$|^dato\b|^päivä/i, 'date'],
  [
    /\b(?:running |closing |ledger |available |account )?balance\b|^bal\.?$|\bsaldo\b|\bkontostand\b|\bsolde\b|^zůstatek|^stan\b/i,
    'balance',
  ],
  [/\b(?:original|foreign|exchange|orig|fee|rate|tax|vat|původní|pùvodní|poplatek|kurs|wisselkoers)\b/i, 'other'],
  [
    /^(?:check|cheque|chq|item|serial)s?\.? ?(?:no|nr|number|num|#)\b|^(?:check|cheque|chq)\.? ?#|^(?:ref(?:erence)?|trace)\.? ?(?:no|nr|number|#)\b|^(?:no|nr|number|ref)\.?$|^#$|^chq\.?\/ref/i,
    'number',
  ],
  [
    /\b(?:withdrawals?|debits?|money out|paid out|payments? out|outgoing|subtractions?|disbursements?|debet|soll|belastung(?:en)?|uitgaven|uit|lastschrift|cargos?|débits?|out)\b|^dr\.?(?:\b|$)|^payments?$|^checks?(?: (?:&|and) .*)?$|^charges?$|^wypływy|^af$/i,
    'out',
  ],
  [
    /\b(?:deposits?|credits?|money in|paid in|receipts?|payments? in|incoming|additions?|kredit|haben|gutschrift(?:en)?|inkomsten|abonos?|crédits?|lodgements?|in)\b|^cr\.?(?:\b|$)|^wpływy|^bij$/i,
    'in',
  ],
  [
    /\b(?:amount|betrag|bedrag|importe?|montant|částka|èástka|kwota|beløp|belopp|summe|importo|valor|value|sum)\b|^amt\b|^(?:usd|eur|gbp|inr|cad)$|částka|èástka|^[$€£]$/i,
    'amount',
  ],
  [
    /\b(?:description|details?|particulars|narration|narrative|transactions?|memo|payee|counterparty|remarks?|name|naam|omschrijving|mededeling|buchungstext|verwendungszweck|umsatzart|auftraggeber|empfänger|concepto|descripci[oó]n|libell[eé]|zpráva|název|typ|kategorie|category|type|item|message|note|opis|tytuł|text|tekst|activity)\b/i,
    'text',
  ],
]

export function roleOfHead(text: string): ColumnRole | null {
  const clean = text
    .replace(/[()[\]*:]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (clean === '' || clean.length > 48) return null
  // A long head that starts like a caption of a summary is not a head.
  return HEADS.find(([pattern]) => pattern.test(clean))?.[1] ?? null
}

const OPENING =
  /\b(?:opening|beginning|starting|start|previous|prior|initial) (?:\w+ )?(?:balance|ledger)\b|\bbalance (?:brought )?(?:forward|b\/?f|fwd)\b|\bbrought[- ]forward\b|\bbalance b\/?f\b|\bb\/f\b|\b(?:balance )?(?:at|as of|on) (?:the )?(?:start|beginning)\b|\b(?:balance )?from (?:last|previous) statement\b|\blast statement balance\b|\balter (?:konto)?(?:stand|saldo)\b|\banfangs(?:saldo|bestand)\b|\b(?:begin|vorig|oud) ?saldo\b|\bsaldo (?:anterior|inicial|iniziale|początkowe)\b|\b(?:ancien )?solde (?:initial|précédent|d'ouverture)\b|\bpoèáteèní|\bpočáteční/i
const CLOSING =
  /\b(?:closing|ending|new|final|end) (?:\w+ )?(?:balance|ledger)\b|\b(?:balance )?carried[- ]forward\b|\bbalance c\/?f\b|\bc\/f\b|\bbalance (?:at|as of|on) (?:the )?(?:end|close)\b|\bbalance at close\b|\bending? (?:daily )?balance\b|\bledger balance\b|\bcurrent balance\b|\bneuer (?:konto)?(?:stand|saldo)\b|\bend(?:saldo|bestand)\b|\b(?:eind|nieuw) ?saldo\b|\bsaldo (?:final|finale|końcowe|actual)\b|\b(?:nouveau )?solde (?:final|de clôture)\b|\bkoneèný|\bkonečný/i
const NO_BALANCE =
  /\b(?:average|avg|minimum|lowest|highest|maximum|available|overdraft|credit limit|interest|rate|required|year[- ]to[- ]date|ytd|checkbook|register)\b/i
const DATED = /\b(?:balance|saldo|solde|kontostand)\b.*\b(?:as of|as at|on|at|per|am|au|al)\b/i

/** One of these is in every caption above; asked first, because every row of every list is asked. */
const MAY_BE_BALANCE = /bal|saldo|stand|bestand|solde|forward|[bc]\/f|ledger|start|beginning|statement|poè|poč|kone/i

export type BalanceCaption = 'opening' | 'closing' | 'dated'

/** What kind of balance a caption announces; null when it announces none that the arithmetic needs. */
export function balanceOfCaption(caption: string): BalanceCaption | null {
  if (caption.length > 120 || !MAY_BE_BALANCE.test(caption) || NO_BALANCE.test(caption)) return null
  if (OPENING.test(caption)) return 'opening'
  if (CLOSING.test(caption)) return 'closing'
  return DATED.test(caption) ? 'dated' : null
}

/** A balance carried from page to page, as against one that opens or closes the statement. */
export function isCarried(caption: string): boolean {
  return /\b(?:brought|carried)[- ]forward\b|\b[bc]\/f\b|\bbalance (?:forward|fwd)\b/i.test(caption)
}

const IN_WORDS =
  /\b(?:deposits?|deposited|credits?|additions?|money in|paid in|incoming|receipts?|received|lodgements?|inflows?|interest (?:paid|earned|credited)|bij|gutschrift(?:en)?|haben|eingänge|credit amount|abonos)\b/i
const OUT_WORDS =
  /\b(?:withdrawals?|withdrawn|debits?|checks?|cheques?|charges?|fees?|money out|paid out|outgoing|payments?|purchases?|subtractions?|outflows?|af|lastschriften?|soll|ausgänge|debit amount|cargos)\b/i
/** A word between two meanings: `Deposits & Other Credits` is one direction, `Checks and deposits` is two. */
export function directionOfCaption(caption: string): Direction | null {
  const text = caption.replace(/\b(?:debit|credit) cards?\b/gi, 'card').replace(/\bchecking\b/gi, '')
  const [isIn, isOut] = [IN_WORDS.test(text), OUT_WORDS.test(text)]
  if (isIn === isOut) return null
  return isIn ? 'in' : 'out'
}

const TOTAL = /^\W*(?:sub-?|grand )?totals?\b|\btotals?\W*$|^(?:gesamt|summe|totaal|total(?:e|es)?|suma)\b/i

export function isTotal(caption: string): boolean {
  return TOTAL.test(caption) && caption.length < 90
}

const DAILY =
  /\b(?:daily|end[- ]of[- ]day)\b.*\bbalances?\b|\bbalances? by (?:date|day)\b|\bdaily (?:ending |ledger )?balance|\bbalance history\b/i
/** Lists of dates and amounts that move nothing. */
const INFO =
  /\baverage\b|\binterest (?:rate|and refunds|summary|information)|\brates?\b|\bfees? (?:summary|calculation|assessed|charged this)|\brewards?\b|\byear[- ]to[- ]date\b|\boutstanding\b|\bnot shown\b|\boverdraft (?:and|fees?|charges?)\b|\bbalancing\b|\breconcil|\bservice (?:fee|charge)s?\b|\bwhy we are paying\b|\bscheduled\b|\bupcoming\b|\bpending\b/i
const ACTIVITY = /\b(?:transactions?|activity|account (?:details?|history)|movements?|umsätze|mutaties)\b/i

export type SectionKind = 'daily' | 'info' | 'moves'

export interface SectionHead {
  readonly kind: SectionKind
  readonly direction: Direction | null
}

/** What the heading over a list says about it; null when the text is no heading of a list. */
export function sectionOfHeading(text: string): SectionHead | null {
  if (text.length > 70 || /[.!?]$/.test(text.trim())) return null
  if (DAILY.test(text)) return { kind: 'daily', direction: null }
  if (INFO.test(text)) return { kind: 'info', direction: null }
  const direction = directionOfCaption(text)
  if (direction !== null) return { kind: 'moves', direction }
  return ACTIVITY.test(text) || (IN_WORDS.test(text) && OUT_WORDS.test(text))
    ? { kind: 'moves', direction: null }
    : null
}
