/** The words by which documents are known: their titles, and what only they contain. */
import { isDatedList } from '../layout/dated-list.ts'
import { isDebtTable } from '../layout/debt-table.ts'
import type { DocumentClass } from '../model/classification.ts'
import type { Page } from '../model/page.ts'

export interface ClassWords {
  readonly class: DocumentClass
  /** In the title rows; one is nearly enough. */
  readonly titles: RegExp
  /** The running head of an official form. */
  readonly form?: RegExp
  /** Anywhere; each counts once. */
  readonly content: readonly RegExp[]
  /** What the page looks like, where it bears no title at all; as good as one. */
  readonly shape?: (page: Page) => boolean
}

/** How late something is: both agings say it alike, and only their titles tell whose debts they are. */
const BUCKETS: readonly RegExp[] = [
  /\b1\s?[-–]\s?30\b/i,
  /\b31\s?[-–]\s?60\b/i,
  /\b61\s?[-–]\s?90\b/i,
  /\b(?:over|>)\s?\d{2}\b|\b91 (?:and|&) over\b/i,
]

/** `Other` has words of its own: papers that hold the same captions and are no statements. */
export const CLASS_WORDS: readonly ClassWords[] = [
  {
    class: 'profit-loss',
    titles:
      /\bprofit\s*(?:and|&|\/)\s*loss\b|\bincome statements?\b|\bstatements? of (?:[a-z]+ )?(?:operations|income|earnings|activities|comprehensive income|profit or loss|revenues?|financial performance|operating)\b|\b(?:income|revenues?)\s*(?:and|&)\s*expenses?\b|\boperating statement\b|^p\s?&\s?l\b|\bp&l\b|\bgewinn-? ?und ?-?verlust|\bwinst-? ?en ?-?verlies|\bresultatenrekening\b|\berfolgsrechnung\b|\bcompte de résultat|état des résultats|\bestado de resultados?\b|\bpérdidas y ganancias\b|\bconto economico\b|\bdemonstração do resultado\b|\bstatement of loss\b|\btrailing (?:12|twelve)\b|^t-?12\b/i,
    content: [
      /^(?:total )?(?:net )?(?:sales|revenues?)\b/i,
      /\bgross (?:profit|margin)\b/i,
      /\bcost of (?:goods sold|sales|revenues?|services)\b/i,
      /\btotal (?:for )?(?:operating )?expenses?\b|\boperating expenses?\b/i,
      /^net (?:income|profit|loss|earnings|operating income)/i,
      /\b(?:income|profit|loss|earnings)\b.*\bbefore\b.*\btax/i,
      /\b(?:rent|payroll|salaries|wages|advertising|utilities|insurance|office) ?(?:expenses?)?\b/i,
      /^total (?:for )?(?:income|revenues?)\b/i,
      /\bebitda\b|\boperating (?:income|profit)\b/i,
      /\b(?:provision for |income )tax(?:es)?\b|\btax expense\b/i,
      /umsatzerlöse|netto-?omzet|chiffre d['’]affaires|\bingresos por ventas\b/i,
      /betriebsergebnis|bedrijfsresultaat|résultat d['’]exploitation|\butilidad de operación/i,
      /jahres(?:überschuss|fehlbetrag)|\bresultaat na belasting|\brésultat net\b|\butilidad neta\b/i,
      /materialaufwand|personalaufwand|bedrijfskosten|personeelskosten|charges d['’]exploitation|\bgastos de (?:operación|administración)/i,
    ],
  },
  {
    class: 'balance-sheet',
    titles:
      /\bbalance sheets?\b|\bstatements? of (?:[a-z]+ )?(?:financial (?:position|condition|posttion)|assets|net assets)\b|\b(?:hgb-)?bilanz\b|\bbalans per\b|^balans$|\bbilan\b|\bbalance general\b|\bbalance de situación|\bestado de situación financiera\b|\bstato patrimoniale\b|\bbalanço patrimonial\b/i,
    content: [
      /\btotal (?:for )?assets\b/i,
      /\btotal (?:for )?liabilities\b/i,
      /\bliabilities (?:and|&) .*(?:equit|capital|net assets|deficit)/i,
      /\bcurrent assets\b/i,
      /\bcurrent liabilities\b/i,
      /\b(?:retained earnings|members?['’]? equity|owner'?s'? (?:equity|capital)|paid[- ]in capital|share capital|capital stock|common stock)\b/i,
      /\btotal (?:for )?.*\bequit(?:y|ies)\b/i,
      /\baccumulated depreciation\b|\bfixed assets\b|\bproperty (?:and|&) equipment\b/i,
      /^aktiva|^passiva|^activa|\btotal (?:actif|passif|activo|pasivo)|^(?:actif|passif|activo|pasivo)$/i,
      /umlaufvermögen|vlottende activa|\bactif circulant|\bactivo (?:circulante|corriente)/i,
      /anlagevermögen|vaste activa|\bactif immobilisé|\bactivo (?:fijo|no corriente)/i,
      /eigenkapital|\beigen vermogen\b|\bcapitaux propres\b|\bcapital contable\b|\bpatrimonio neto\b/i,
      /verbindlichkeiten|(?:kort|lang)lopende schulden|\bdettes\b|\bpasivo a (?:corto|largo) plazo/i,
    ],
  },
  {
    class: 'cash-flow',
    titles:
      /\bstatements? of (?:[a-z]+ )?cash[- ]?flows?\b|\bcash[- ]?flow (?:statements?|summary|forecast|report)\b|^cash flows?$|\bkasstroomoverzicht\b|\b(?:kapital|geld)flussrechnung\b|\b(?:tableau|état) des flux de trésorerie\b|\bflujos? de efectivo\b|\brendiconto finanziario\b|\bfluxos? de caixa\b/i,
    content: [
      /\boperating activit/i,
      /\binvesting activit|\binvesting\/financing/i,
      /\bfinancing activit/i,
      /\bnet (?:increase|decrease|change|\().*\bcash\b/i,
      /\bcash\b.*\b(?:beginning|end|opening|closing)\b|\b(?:beginning|ending|opening|closing) cash\b/i,
      /\bnet cash (?:flows? )?(?:provided|used|from|applied)\b/i,
      /\badjustments? (?:to reconcile|for)\b/i,
      /geschäftstätigkeit|\boperationele activiteiten|\bactividades de operación|trésorerie liés? à l['’]exploitation/i,
      /investitionstätigkeit|investeringsactiviteiten|\bactividades de inversión|trésorerie liés? à l['’]investissement/i,
      /finanzierungstätigkeit|financieringsactiviteiten|\bactividades de financia|trésorerie liés? au financement/i,
    ],
  },
  {
    class: 'bank-statement',
    shape: isDatedList,
    titles:
      /\bbank statement\b|\b(?:checking|chequing|savings|current|account|transaction|e-?)[ -]?(?:account )?(?:statement|summary|history|details)\b|\bstatement of accounts?\b|\b(?:consolidated|combined|monthly) statement\b|\bstatement period\b|\b(?:your|details of your) account (?:statement|activity|summary)\b|\byour transactions\b|\baccount activity\b|\brekeningafschrift\b|\bkontoauszug\b|\brelevé de compte\b|\bestado de cuenta\b|\bestratto conto\b/i,
    content: [
      /\b(?:deposits?|credits?|money in|paid in|incoming|additions)\b/i,
      /\b(?:withdrawals?|debits?|money out|paid out|outgoing|checks paid)\b/i,
      /\b(?:beginning|opening|previous|starting) (?:\w+ )?balance\b|\bbrought forward\b|\balter (?:konto)?(?:stand|saldo)|\bsaldo (?:anterior|inicial)|\bbalance b\/f/i,
      /\b(?:closing|ending|new) (?:\w+ )?balance\b|\bcarried forward\b|\bneuer (?:konto)?(?:stand|saldo)|\bsaldo (?:final|actual)|\bbalance (?:as of|as at|at close)/i,
      /\b(?:account|a\/c|acct|konto|rekening) ?(?:number|no|nummer|#)|\bprimary account\b/i,
      /\b(?:routing|iban|bic|swift|sort code|bsb|ifsc)\b|\bmember fdic\b/i,
      /\b(?:date|datum|fecha)\b.*\b(?:balance|withdrawals?|deposits?|money (?:in|out)|debit|paid (?:in|out)|saldo|amount|credit|bedrag|betrag)\b/i,
      /^(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)? ?[A-Za-z]{3,9}|[A-Z][a-z]{2,8} \d{1,2})\b.*\d[.,]\d\d\b/,
      /\bdaily (?:ending |ledger )?balances?\b|\bbalance summary\b/i,
      /\b(?:direct debit|direct deposit|atm|ach|pos|wire transfer|standing order|card purchase|online (?:payment|transfer)|overdraft|sepa|paynow|interac|upi|neft|faster payment)\b/i,
    ],
  },
  {
    class: 'tax-return',
    form: /^(?:form|schedule) [\w-]+ (?:\(form [\w-]+\) )?\(?(?:19|20)\d\d\)?.*\bpage\b/i,
    titles:
      /\bform\s+(?:1040|1120|1065|990|941|1041|4562|8995|8825)\b|\bschedule\s+(?:c|e|f|k-1|l|m|r)\b.*\bform\b|\bu\.?s\.? (?:individual|corporation|partnership).*\breturn\b|\binternal revenue service\b|\bomb no\W*1545/i,
    content: [
      /\btaxable income\b/i,
      /\bpaperwork reduction\b/i,
      /\bsocial security number\b/i,
      /\bemployer identification number\b/i,
      /\battach(?:ed)? (?:to )?(?:your )?(?:form|schedule)\b/i,
      /\b(?:see|go to) .*irs\.gov|\binstructions\b/i,
    ],
  },
  {
    class: 'ar-aging',
    titles:
      /\b(?:a\/?r|accounts receivable|receivables?|customer|debtors?)\b.*\bag(?:e?ing|ed)\b|\bag(?:e?ing|ed)\b.*\b(?:receivables?|debtors|customers?)\b|\b(?:open|unpaid|outstanding) invoices\b/i,
    content: BUCKETS,
  },
  {
    class: 'ap-aging',
    titles:
      /\b(?:a\/?p|accounts payable|payables?|vendor|supplier|creditors?)\b.*\bag(?:e?ing|ed)\b|\bag(?:e?ing|ed)\b.*\b(?:payables?|creditors|suppliers?|vendors?)\b|\b(?:open|unpaid|outstanding) bills\b/i,
    content: BUCKETS,
  },
  {
    class: 'debt-schedule',
    shape: isDebtTable,
    titles:
      /\bdebt schedule\b|\bschedule of (?:business )?(?:debts?|liabilities|long-term debt|notes payable)\b|\bform 2202\b|\bloan schedule\b|^note \d+\s*[—–-]\s*(?:long-term )?debt$/i,
    content: [
      /\bcreditor\b|\blender\b|\bpayee\b|\bnote ?holder\b/i,
      /\boriginal (?:amount|balance|date)\b|\borigination date\b|\bpresent balance\b/i,
      /\bmaturity\b/i,
      /\binterest rate\b/i,
      /\bmonthly payment\b/i,
      /\bcollateral\b|\bsecurity\b/i,
      /\b(?:notes?|bonds|debentures) due (?:19|20)\d\d\b/i,
      /\btotal (?:long-term )?debt\b/i,
      /\bless:? (?:the )?current (?:portion|maturities)\b/i,
      /\bunamortized (?:debt )?(?:issuance|discount|financing)/i,
      /\bcredit facilit(?:y|ies)\b|\bterm loans?\b/i,
      /^long-term debt\b/i,
    ],
  },
  {
    class: 'personal-financial-statement',
    form: /\bsba form 413\b|\bform 413\b.*\bpersonal\b/i,
    titles:
      /\bpersonal (?:and joint )?financial (?:statements?|condition)\b|\bsba form 413\b|\bpersonal (?:balance sheet|net worth)\b|\bstatement of (?:personal )?net worth\b|\bnet worth statement\b|\b(?:individual|joint|confidential|guarantor['’]?s?) financial statement\b|\bstatements? of financial condition\b|\bstatement of assets (?:and|&) liabilities\b/i,
    content: [
      /\bnet worth\b/i,
      /\bcontingent (?:liabilities|obligations)\b/i,
      /\bnotes payable to (?:banks|others)\b|\b(?:names? (?:and address(?:es)? )?of )?noteholder/i,
      /\blife insurance\b|\bcash surrender value\b/i,
      /\bIRA\b|\b401\s?\(?k\)?|\bretirement accounts?\b/,
      /\bhousehold\b|\bpersonal (?:property|effects|residence)\b|\bprimary residence\b/i,
      /^automobiles?\b|^vehicles?\b|\bother personal property\b/i,
      /\bmortgages? on real estate\b|\breal estate (?:owned|mortgages?)\b|\bmortgage holder\b/i,
      /\bas endorser or co-?maker\b|\bendorsements?\b|\blegal claims\b/i,
      /\bsection 1\b.*\bincome\b|\bsources? of income\b|^salary\b/i,
      /\b(?:spouse|co-?applicant|applicant)\b/i,
      /\bstocks (?:and|&) bonds\b|\bmarketable securities\b/i,
      /\bcredit cards?(?: balances?)?\b|\bunpaid taxes\b/i,
    ],
  },
  {
    class: 'other',
    // `Payment | Due Date` beside a creditor or a collateral are two heads of a debt schedule, and no card's due date.
    // A card named with its tier heads a card's statement, also one that is called an account summary.
    form: /\b(?:home loan|mortgage|card|brokerage|investment|retirement|loan)(?: account)? statement\b|\b(?:platinum|gold|signature|rewards|world|infinite|classic) (?:master ?card|visa)\b(?! debit)|\bvisa (?:signature|platinum|gold|infinite|rewards)\b(?! debit)/i,
    titles:
      /\btrial balance\b|^journal$|\brent roll\b|\b(?:general|account) ledger\b|\bgeneral journal\b|\bjournal (?:report|entries)\b|\bstatements? of (?:changes in |(?:stock|share)holders['’]? |owners['’]? |retained )?(?:equity|earnings(?! per)|capital)\b|\bstatement of changes\b|\bnotes to (?:the )?(?:consolidated )?financial statements\b(?! are)|\bglossary\b|\bassumptions\b|\btax summary\b|\binvoice\b|\breceipt\b|\bcredit agreement\b|\bform\s+(?:w-?2|1099)|\bmortgage statement\b|\b(?:investment|brokerage|retirement|superannuation|securities|pension)\b.*\b(?:account|portfolio|statement)\b|\bportfolio (?:statement|summary)\b|\bpay ?(?:stub|slip)\b|\bearnings statement\b|\bwage and tax statement\b|\bcredit card\b|\bmaster ?card\b|\bamerican express\b|\bhome loan\b|\bloan application\b|\binsurance\b.*\bdeclarations?\b|\btransaction (?:list|report)\b|\bdetail(?:ed)? (?:report|ledger)\b|(?<!\b(?:payee|creditor|lender|collateral|security)\b.*)\bpayment due date\b(?!.*\b(?:payee|creditor|lender|collateral|security)\b)|\bminimum (?:payment|amount due)\b/i,
    content: [
      /\bdebit\b.*\bcredit\b/i,
      /\binvoice (?:number|no|date)\b/i,
      /\bamount due\b|\bpayment due\b/i,
      /\bpolicy (?:number|period)\b/i,
      /\bkwh\b|\btherms\b|\bmeter (?:number|reading|read)\b/i,
      /\bbill(?:ing)? (?:summary|period|details|date)\b/i,
      /\bpayments?\b.*\bthank you\b/i,
      /\blate (?:fee|charge|payment)s?\b|\bpast due (?:amount|payments?)\b/i,
      /\bloan servic(?:ing|er)\b|\bloan specialist\b/i,
      /\bunit price\b|\binvestment options?\b|\basset allocation\b/i,
      /\bminimum (?:amount|payment)\b|\bcredit limit\b|\bcredit available\b/i,
      /\bcash advances?\b|\bannual percentage rate\b|\bbalance transfers?\b/i,
      /\bprincipal (?:balance|paid)?\b.*|\bescrow\b|\bloan (?:number|account|balance)\b/i,
      /\bpurchases\b.*\bpayments\b|\bpayments\b.*\bpurchases\b|\bcard ?(?:holder|member)\b/i,
      /\bfinance charges?\b|\binterest charged\b|\bpayments and (?:other )?credits\b/i,
      /\bholdings?\b|\bmarket value\b|\bportfolio\b|\b(?:vested|contributions?)\b/i,
      /\bcredit card\b.*\bstatement\b|\bmortgage\b|\bhome loan\b|\bbrokerage\b|\bretirement\b/i,
      /\bgross pay\b|\bnet pay\b|\bpay period\b/i,
    ],
  },
]
