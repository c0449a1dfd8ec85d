/** Statements of other countries: titles, dates and captions in the words of their accountants. */
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'

export type Language = 'en' | 'de' | 'nl' | 'fr' | 'es'

interface Words {
  readonly months: readonly string[]
  readonly titles: Readonly<Record<StatementClass, readonly string[]>>
  readonly instant: (day: number, month: string, year: number) => string
  readonly span: (day: number, month: string, year: number) => string
  readonly total: string
  readonly notes: string
  /** English caption → its own; captions that are not here are taken from `lines` in turn. */
  readonly captions: Readonly<Record<string, string>>
  readonly lines: Readonly<Record<StatementClass, readonly string[]>>
}

export const ENGLISH_MONTHS = words(
  'January February March April May June July August September October November December',
)

export const LANGUAGES: Readonly<Record<Exclude<Language, 'en'>, Words>> = {
  de: {
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    titles: {
      'profit-loss': ['Gewinn- und Verlustrechnung'],
      'balance-sheet': ['Bilanz'],
      'cash-flow': ['Kapitalflussrechnung'],
    },
    instant: (day, month, year) => `zum ${day}. ${month} ${year}`,
    span: (day, month, year) => `für die Zeit vom 1. Januar bis ${day}. ${month} ${year}`,
    total: 'Summe',
    notes: 'Anhang',
    captions: {
      Income: 'Erträge',
      Revenue: 'Umsatzerlöse',
      Sales: 'Umsatzerlöse',
      'Cost of Goods Sold': 'Materialaufwand',
      'Cost of Sales': 'Materialaufwand',
      'Gross Profit': 'Rohergebnis',
      Expenses: 'Betriebliche Aufwendungen',
      'Operating Expenses': 'Betriebliche Aufwendungen',
      'Operating Income': 'Betriebsergebnis',
      'Net Income': 'Jahresüberschuss',
      'Other Income': 'Sonstige Erträge',
      'Other Expenses': 'Sonstige Aufwendungen',
      'Payroll Expenses': 'Personalaufwand',
      ASSETS: 'AKTIVA',
      'Current Assets': 'Umlaufvermögen',
      'Bank Accounts': 'Bankguthaben',
      'Fixed Assets': 'Anlagevermögen',
      'Other Assets': 'Rechnungsabgrenzung',
      'Total Assets': 'Summe Aktiva',
      LIABILITIES: 'PASSIVA',
      Liabilities: 'Fremdkapital',
      'Current Liabilities': 'Kurzfristige Verbindlichkeiten',
      'Long-Term Liabilities': 'Langfristige Verbindlichkeiten',
      Equity: 'Eigenkapital',
      'Total Liabilities and Equity': 'Summe Passiva',
      operating: 'Cashflow aus laufender Geschäftstätigkeit',
      investing: 'Cashflow aus Investitionstätigkeit',
      financing: 'Cashflow aus Finanzierungstätigkeit',
      change: 'Veränderung des Finanzmittelfonds',
      opening: 'Finanzmittelfonds am Anfang der Periode',
      closing: 'Finanzmittelfonds am Ende der Periode',
      adjustments: 'Überleitung:',
      'Accumulated depreciation': 'Kumulierte Abschreibungen',
    },
    lines: {
      'profit-loss': list(
        'Warenverkauf|Dienstleistungen|Mieterträge|Löhne und Gehälter|Soziale Abgaben|Abschreibungen|Raumkosten|Versicherungen|Fahrzeugkosten|Werbekosten|Reisekosten|Porto und Telefon|Bürobedarf|Rechts- und Beratungskosten|Reparaturen und Instandhaltung|Beiträge und Gebühren|Leasing|Zinsen und ähnliche Aufwendungen|Steuern vom Einkommen|Fremdleistungen',
      ),
      'balance-sheet': list(
        'Kasse|Girokonto|Forderungen aus Lieferungen und Leistungen|Vorräte|Sonstige Vermögensgegenstände|Maschinen|Fuhrpark|Grundstücke und Bauten|Geschäftsausstattung|Rückstellungen|Verbindlichkeiten aus Lieferungen und Leistungen|Umsatzsteuer|Darlehen Sparkasse|Gesellschafterdarlehen|Gezeichnetes Kapital|Gewinnvortrag|Jahresüberschuss',
      ),
      'cash-flow': list(
        'Jahresüberschuss|Abschreibungen|Veränderung der Forderungen|Veränderung der Vorräte|Veränderung der Rückstellungen|Veränderung der Verbindlichkeiten|Investitionen in Sachanlagen|Verkauf von Sachanlagen|Aufnahme von Darlehen|Tilgung von Darlehen|Einlagen der Gesellschafter|Ausschüttungen',
      ),
    },
  },
  nl: {
    months: words('januari februari maart april mei juni juli augustus september oktober november december'),
    titles: {
      'profit-loss': ['Winst- en verliesrekening'],
      'balance-sheet': ['Balans'],
      'cash-flow': ['Kasstroomoverzicht'],
    },
    instant: (day, month, year) => `per ${day} ${month} ${year}`,
    span: (day, month, year) => `over de periode 1 januari t/m ${day} ${month} ${year}`,
    total: 'Totaal',
    notes: 'Toelichting',
    captions: {
      Income: 'Opbrengsten',
      Revenue: 'Netto-omzet',
      Sales: 'Netto-omzet',
      'Cost of Goods Sold': 'Inkoopwaarde van de omzet',
      'Cost of Sales': 'Inkoopwaarde van de omzet',
      'Gross Profit': 'Brutomarge',
      Expenses: 'Bedrijfskosten',
      'Operating Expenses': 'Bedrijfskosten',
      'Operating Income': 'Bedrijfsresultaat',
      'Net Income': 'Resultaat na belastingen',
      'Other Income': 'Overige opbrengsten',
      'Other Expenses': 'Overige kosten',
      'Payroll Expenses': 'Personeelskosten',
      ASSETS: 'ACTIVA',
      'Current Assets': 'Vlottende activa',
      'Bank Accounts': 'Liquide middelen',
      'Fixed Assets': 'Vaste activa',
      'Other Assets': 'Overlopende activa',
      'Total Assets': 'Totaal activa',
      LIABILITIES: 'PASSIVA',
      Liabilities: 'Schulden',
      'Current Liabilities': 'Kortlopende schulden',
      'Long-Term Liabilities': 'Langlopende schulden',
      Equity: 'Eigen vermogen',
      'Total Liabilities and Equity': 'Totaal passiva',
      operating: 'Kasstroom uit operationele activiteiten',
      investing: 'Kasstroom uit investeringsactiviteiten',
      financing: 'Kasstroom uit financieringsactiviteiten',
      change: 'Mutatie geldmiddelen',
      opening: 'Geldmiddelen begin boekjaar',
      closing: 'Geldmiddelen einde boekjaar',
      adjustments: 'Aanpassingen voor:',
      'Accumulated depreciation': 'Cumulatieve afschrijvingen',
    },
    lines: {
      'profit-loss': list(
        'Verkoop goederen|Dienstverlening|Huuropbrengsten|Lonen en salarissen|Sociale lasten|Afschrijvingen|Huisvestingskosten|Verzekeringen|Autokosten|Verkoopkosten|Reiskosten|Telefoon en internet|Kantoorkosten|Accountantskosten|Onderhoud|Contributies|Leasekosten|Rentelasten|Uitbesteed werk|Drukwerk',
      ),
      'balance-sheet': list(
        'Kas|Rekening-courant bank|Debiteuren|Voorraden|Overige vorderingen|Machines en installaties|Vervoermiddelen|Bedrijfsgebouwen|Inventaris|Voorzieningen|Crediteuren|Omzetbelasting|Lening bank|Lening aandeelhouder|Gestort kapitaal|Overige reserves|Onverdeeld resultaat',
      ),
      'cash-flow': list(
        'Nettoresultaat|Afschrijvingen|Mutatie debiteuren|Mutatie voorraden|Mutatie voorzieningen|Mutatie crediteuren|Investeringen in materiële vaste activa|Desinvesteringen|Opgenomen leningen|Aflossing leningen|Kapitaalstorting|Dividend',
      ),
    },
  },
  fr: {
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    titles: {
      'profit-loss': ['Compte de résultat', 'État des résultats'],
      'balance-sheet': ['Bilan'],
      'cash-flow': ['Tableau des flux de trésorerie'],
    },
    instant: (day, month, year) => `au ${day} ${month} ${year}`,
    span: (day, month, year) => `Exercice clos le ${day} ${month} ${year}`,
    total: 'Total',
    notes: 'Notes',
    captions: {
      Income: 'Produits',
      Revenue: "Chiffre d'affaires",
      Sales: 'Ventes',
      'Cost of Goods Sold': 'Coût des ventes',
      'Cost of Sales': 'Coût des ventes',
      'Gross Profit': 'Marge brute',
      Expenses: 'Charges',
      'Operating Expenses': "Charges d'exploitation",
      'Operating Income': "Résultat d'exploitation",
      'Net Income': 'Résultat net',
      'Other Income': 'Autres produits',
      'Other Expenses': 'Autres charges',
      'Payroll Expenses': 'Charges de personnel',
      ASSETS: 'ACTIF',
      'Current Assets': 'Actif circulant',
      'Bank Accounts': 'Disponibilités',
      'Fixed Assets': 'Actif immobilisé',
      'Other Assets': 'Autres actifs',
      'Total Assets': 'Total actif',
      LIABILITIES: 'PASSIF',
      Liabilities: 'Dettes',
      'Current Liabilities': 'Dettes à court terme',
      'Long-Term Liabilities': 'Dettes à long terme',
      Equity: 'Capitaux propres',
      'Total Liabilities and Equity': 'Total passif',
      operating: "Flux de trésorerie liés à l'exploitation",
      investing: "Flux de trésorerie liés à l'investissement",
      financing: 'Flux de trésorerie liés au financement',
      change: 'Variation de la trésorerie',
      opening: "Trésorerie à l'ouverture",
      closing: 'Trésorerie à la clôture',
      adjustments: 'Ajustements :',
      'Accumulated depreciation': 'Amortissements cumulés',
    },
    lines: {
      'profit-loss': list(
        'Ventes de marchandises|Prestations de services|Loyers perçus|Salaires et traitements|Charges sociales|Dotations aux amortissements|Loyers|Assurances|Frais de véhicules|Publicité|Déplacements|Télécommunications|Fournitures de bureau|Honoraires|Entretien et réparations|Cotisations|Crédit-bail|Intérêts et charges assimilées|Sous-traitance|Impôts et taxes',
      ),
      'balance-sheet': list(
        'Caisse|Compte courant|Clients et comptes rattachés|Stocks|Autres créances|Installations techniques|Matériel de transport|Constructions|Mobilier|Provisions|Fournisseurs|Taxe sur la valeur ajoutée|Emprunt bancaire|Compte courant associé|Capital social|Report à nouveau|Résultat de l’exercice',
      ),
      'cash-flow': list(
        'Résultat net|Dotations aux amortissements|Variation des créances|Variation des stocks|Variation des provisions|Variation des dettes|Acquisitions d’immobilisations|Cessions d’immobilisations|Emprunts nouveaux|Remboursements d’emprunts|Augmentation de capital|Dividendes versés',
      ),
    },
  },
  es: {
    months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    titles: {
      'profit-loss': ['Estado de resultados', 'Cuenta de pérdidas y ganancias'],
      'balance-sheet': ['Balance general', 'Estado de situación financiera'],
      'cash-flow': ['Estado de flujos de efectivo'],
    },
    instant: (day, month, year) => `Al ${day} de ${month} de ${year}`,
    span: (day, month, year) => `Del 1 de enero al ${day} de ${month} de ${year}`,
    total: 'Total',
    notes: 'Notas',
    captions: {
      Income: 'Ingresos',
      Revenue: 'Ingresos por ventas',
      Sales: 'Ventas',
      'Cost of Goods Sold': 'Costo de ventas',
      'Cost of Sales': 'Costo de ventas',
      'Gross Profit': 'Utilidad bruta',
      Expenses: 'Gastos',
      'Operating Expenses': 'Gastos de operación',
      'Operating Income': 'Utilidad de operación',
      'Net Income': 'Utilidad neta',
      'Other Income': 'Otros ingresos',
      'Other Expenses': 'Otros gastos',
      'Payroll Expenses': 'Gastos de personal',
      ASSETS: 'ACTIVO',
      'Current Assets': 'Activo circulante',
      'Bank Accounts': 'Efectivo y bancos',
      'Fixed Assets': 'Activo fijo',
      'Other Assets': 'Otros activos',
      'Total Assets': 'Total activo',
      LIABILITIES: 'PASIVO Y CAPITAL',
      Liabilities: 'Pasivo',
      'Current Liabilities': 'Pasivo a corto plazo',
      'Long-Term Liabilities': 'Pasivo a largo plazo',
      Equity: 'Capital contable',
      'Total Liabilities and Equity': 'Total pasivo y capital',
      operating: 'Flujo neto de actividades de operación',
      investing: 'Flujo neto de actividades de inversión',
      financing: 'Flujo neto de actividades de financiamiento',
      change: 'Aumento neto de efectivo',
      opening: 'Efectivo al inicio del período',
      closing: 'Efectivo al final del período',
      adjustments: 'Ajustes:',
      'Accumulated depreciation': 'Depreciación acumulada',
    },
    lines: {
      'profit-loss': list(
        'Venta de productos|Servicios prestados|Rentas cobradas|Sueldos y salarios|Cargas sociales|Depreciación|Renta de local|Seguros|Gastos de vehículos|Publicidad|Viáticos|Teléfono e internet|Papelería|Honorarios profesionales|Mantenimiento|Cuotas y suscripciones|Arrendamiento|Intereses pagados|Subcontratos|Impuestos locales',
      ),
      'balance-sheet': list(
        'Caja|Bancos|Clientes|Inventarios|Deudores diversos|Maquinaria|Equipo de transporte|Edificios|Mobiliario y equipo|Provisiones|Proveedores|Impuestos por pagar|Préstamo bancario|Préstamo de socios|Capital social|Utilidades retenidas|Resultado del ejercicio',
      ),
      'cash-flow': list(
        'Utilidad neta|Depreciación|Cambio en clientes|Cambio en inventarios|Cambio en provisiones|Cambio en proveedores|Compra de maquinaria|Venta de equipo|Préstamos recibidos|Pago de préstamos|Aportaciones de capital|Dividendos pagados',
      ),
    },
  },
}

function words(text: string): readonly string[] {
  return text.split(' ')
}

function list(text: string): readonly string[] {
  return text.split('|')
}
