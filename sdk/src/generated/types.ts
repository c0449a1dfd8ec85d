/** Generated from contract/openapi.json by npm run generate; not edited by hand. */

export type ApiKey = {
  /** Id of an API key: key_… */
  id: string
  name: string
  /** Enough of the key to recognise it. */
  hint: string
  role: 'member' | 'admin'
  scopes: readonly string[]
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  revoked_at: string | null
}

export type AttributeSnapshot = {
  /** Id of a snapshot: snap_… */
  snapshot_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  status: 'final' | 'machine' | 'draft'
  /** Counts the snapshots of this status, from 1. */
  version: number
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  finalized_at: string | null
  /** The key that froze it. */
  finalized_by: string | null
  finalized_by_external_user_id: string | null
  payload: {
    /** Always 1. */
    schema_version: number
    engine_version: string
    /** How companies that do not answer for the loan enter its global cash flow. */
    affiliates: 'distributions' | 'statements'
    entities: readonly {
      entity_key: string
      name: string
      kind: 'business' | 'person'
      is_borrower: boolean
      /** Whether it answers for the loan, as borrower or guarantor. */
      is_obligated: boolean
      /** The oldest first. */
      periods: readonly {
        /** Names the period within its entity. */
        period_id: string
        statement_type: 'financial_statement' | 'interim' | 'tax_return'
        fiscal_year: number
        period_end: string | null
        months_covered: number | null
        assurance_level: string | null
        /** Id of a mapping: map_… */
        mapping_id: string | null
        mapping_state: 'mapped' | 'unfooted' | null
        /** The documents that the period was read from. */
        document_ids: readonly string[]
        /** Documents that state the same period and were not used: another says it better, or later. */
        superseded_document_ids: readonly string[]
        attributes: readonly {
          key: string
          unit: 'usd' | 'ratio' | 'percent' | 'days'
          /** Two decimals, of a ratio four, of days one. Null with a reason. */
          value: string | null
          /** How it is computed from the attributes that it names; null where it is read. */
          formula: string | null
          /** What it was read from or computed of. */
          inputs: readonly {
            /** A row of a mapping, a printed figure, another attribute, a row of the addbacks, or what a person said. */
            kind: 'node' | 'figure' | 'attribute' | 'addback' | 'given' | 'loan'
            /** The row's key, the figure's address, the attribute's path, or a name. */
            ref: string
            /** Id of a document: doc_… */
            document_id: string | null
            /** Id of a mapping: map_… */
            mapping_id: string | null
            /** Of a mapping's row: the position of the period there. */
            period: number | null
            value: string
          }[]
          note: string | null
          reason: {
            code:
              | 'not_stated'
              | 'unfooted'
              | 'missing_input'
              | 'missing_member'
              | 'not_meaningful'
              | 'not_twelve_months'
              | 'unknown_length'
            about: readonly string[]
          } | null
        }[]
      }[]
      /** Its mapped statements side by side. */
      statement: readonly {
        key: string
        label: string
        kind: 'folder' | 'leaf' | 'measure'
        depth: number
        /** One for each period of the entity. */
        values: readonly (string | null)[]
      }[]
    }[]
    /** Of all who answer for the loan together: global cash flow. */
    years: readonly {
      fiscal_year: number
      attributes: readonly {
        key: string
        unit: 'usd' | 'ratio' | 'percent' | 'days'
        /** Two decimals, of a ratio four, of days one. Null with a reason. */
        value: string | null
        /** How it is computed from the attributes that it names; null where it is read. */
        formula: string | null
        /** What it was read from or computed of. */
        inputs: readonly {
          /** A row of a mapping, a printed figure, another attribute, a row of the addbacks, or what a person said. */
          kind: 'node' | 'figure' | 'attribute' | 'addback' | 'given' | 'loan'
          /** The row's key, the figure's address, the attribute's path, or a name. */
          ref: string
          /** Id of a document: doc_… */
          document_id: string | null
          /** Id of a mapping: map_… */
          mapping_id: string | null
          /** Of a mapping's row: the position of the period there. */
          period: number | null
          value: string
        }[]
        note: string | null
        reason: {
          code:
            | 'not_stated'
            | 'unfooted'
            | 'missing_input'
            | 'missing_member'
            | 'not_meaningful'
            | 'not_twelve_months'
            | 'unknown_length'
          about: readonly string[]
        } | null
      }[]
    }[]
    /** Addbacks and given figures of periods that no document states. */
    unused: readonly {
      kind: 'addback' | 'given'
      ref: string
      entity_key: string | null
      fiscal_year: number | null
      period_end: string | null
    }[]
  }
  manifest: {
    /** Always 1. */
    schema_version: number
    engine_version: string
    chart_version: string
    /** Id of a loan: loan_… */
    loan_id: string
    loan_amount: string | null
    borrower_key: string | null
    /** The keys of each who answers for the loan. */
    obligated: readonly (readonly string[])[]
    documents: readonly {
      /** Id of a document: doc_… */
      document_id: string
      report_type: string
      extraction_version: number
      /** SHA-256 in hexadecimal, of the JSON with its members sorted (RFC 8785). */
      extraction_sha256: string
      /** Null: nobody knows whose it is, and it is not used. */
      entity_key: string | null
      entity_name: string | null
      entity_kind: 'business' | 'person' | null
      assurance_level: string | null
      /** RFC 3339, UTC. */
      received_at: string
      /** Id of a mapping: map_… */
      mapping_id: string | null
      mapping_state: 'mapped' | 'unfooted' | 'unmappable' | 'pending' | null
      /** SHA-256 in hexadecimal, of the JSON with its members sorted (RFC 8785). */
      mapping_sha256: string | null
    }[]
    addbacks_version: number
    analyst: {
      affiliates: 'distributions' | 'statements'
      /** Figures that no document states; without a year, of every period. */
      given: readonly {
        key:
          | 'debt_service_existing'
          | 'debt_service_proposed'
          | 'property_debt_service'
          | 'capex_unfinanced'
          | 'collateral_value'
          | 'living_expenses'
          | 'personal_debt_service'
          | 'distributions'
          | 'contributions'
          | 'cash_taxes'
          | 'k1_distributions'
          | 'personal_taxes'
          | 'intragroup_payments'
        /** Whose figure it is; null: of the borrower. */
        entity_key: string | null
        fiscal_year: number | null
        period_end: string | null
        value: string
        /** Where it is from. */
        note: string
      }[]
      note: string | null
    }
    /** SHA-256 in hexadecimal, of the JSON with its members sorted (RFC 8785). */
    payload_sha256: string
    /** Of all members above, made the same way. */
    hash: string
  }
}

export type AttributeSnapshotSummary = {
  /** Id of a snapshot: snap_… */
  snapshot_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  status: 'final' | 'machine' | 'draft'
  /** Counts the snapshots of this status, from 1. */
  version: number
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  finalized_at: string | null
  /** The key that froze it. */
  finalized_by: string | null
  finalized_by_external_user_id: string | null
  /** Of its manifest: equal hashes are equal figures of equal inputs. */
  hash: string
}

export type AuditEntry = {
  /** Position in the chain, from 1 without gaps. */
  seq: number
  /** RFC 3339, UTC. */
  at: string
  actor: {
    kind: 'key' | 'embed_session' | 'operator'
    id: string | null
  }
  /** What was done, for instance borrower.updated. */
  action: string
  /** Id of what it was done to. */
  target: string
  request_id: string | null
  /** Names of the members that were set; never their values. */
  fields: readonly string[]
  previous_hash: string
  /** SHA-256, hex, of previous hash, position and entry. */
  hash: string
}

export type Borrower = {
  /** Id of a borrower: bor_… */
  id: string
  business_name: string | null
  /** True while the borrower is on the intake list. */
  is_intake: boolean
  entity_type:
    | 'corporation'
    | 's_corporation'
    | 'llc'
    | 'partnership'
    | 'sole_proprietorship'
    | 'nonprofit'
    | 'trust'
    | 'individual'
    | null
  ein_last4: string | null
  naics_code: string | null
  email: string | null
  phone: string | null
  address: {
    line1: string | null
    line2: string | null
    city: string | null
    region: string | null
    postal_code: string | null
    /** ISO 3166-1 alpha-2. */
    country: string | null
  } | null
  /** Your own id of the borrower; unique in the workspace. */
  external_id: string | null
  /** The caller's own names and values, kept and given back unchanged. */
  metadata: Readonly<Record<string, string>>
  version: number
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
}

export type CaptionRule = {
  /** exact: the same words. contains: the words stand in the caption. pattern: the whole caption, where * is any text. */
  match: 'exact' | 'contains' | 'pattern'
  caption: string
  /** Only lines printed in this section; null for all. */
  section:
    'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
  account_id: string
}

export type ChartAccount = {
  id: string
  label: string
  /** Follows from the parent; null for what is reported net of tax. */
  section:
    'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
  /** Key of the folder it stands in; a platform account may move within its section. */
  parent: string
  /** How the account counts toward net income. */
  effect: 'adds' | 'subtracts'
  /** What the measures know it by: depreciation, interest, rent, … */
  roles: readonly string[]
  /** Printed captions that mean an account of the workspace; always empty on a platform account. */
  captions: readonly string[]
  /** False: lines that mean this account stay unmapped. */
  in_force: boolean
}

export type ChartOfAccounts = {
  /** Goes up with every saved chart; 0 when none was saved. */
  version: number
  /** Goes up with every saved set of rules; 0 when none was. */
  rules_version: number
  /** Version of the platform chart underneath. */
  chart_version: string
  /** Every account, in the order statements are printed in. */
  accounts: readonly ChartAccount[]
  /** Later rules win over earlier ones of the same kind and length. */
  rules: readonly CaptionRule[]
}

export type ConfirmedUpload = {
  /** Id of an upload job: job_… */
  job_id: string
  status: 'AWAITING_UPLOAD' | 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'DUPLICATE' | 'EXPIRED'
  message: string
  /** The job that already has the same bytes; only when the status is DUPLICATE. */
  duplicate_of_job_id?: string
  /** True in test mode, left out otherwise. */
  sample?: boolean
}

export type Document = {
  /** Id of a document: doc_… */
  id: string
  /** Id of an upload job: job_… */
  job_id: string
  /** Id of a borrower: bor_… */
  borrower_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  /** What kind of document it is; Other when that is not certain. */
  category:
    | 'Profit Loss Statement'
    | 'Balance Sheet'
    | 'Cash Flow Statement'
    | 'Bank Statement'
    | 'Tax Return'
    | 'Personal Financial Statement'
    | 'Debt Schedule'
    | 'AR Aging'
    | 'AP Aging'
    | 'Other'
  /** The same as the slug that paths use. */
  report_type:
    | 'profit-loss-statements'
    | 'balance-sheets'
    | 'cash-flow-statements'
    | 'bank-statements'
    | 'tax-returns'
    | 'personal-financial-statements'
    | 'debt-schedules'
    | 'ar-agings'
    | 'ap-agings'
    | 'others'
  /** Pages of the package that it takes up, from 1. */
  pages: readonly number[]
  page_count: number
  file_name: string
  /** processing until its extraction is stored; failed when it could not be read. */
  status: 'processing' | 'processed' | 'failed'
  /** The revision of the extraction in force; null while there is none. */
  extraction_version: number | null
  /** Whose document it is, as printed. */
  entity_name: string | null
  /** True while the document is filed under none of the borrower's companies. */
  entity_unlinked: boolean
  entity_ein_last4: string | null
  /** How far somebody vouches for it; null where nothing is said. */
  assurance_level: 'audited' | 'reviewed' | 'compiled' | 'internally_prepared' | 'tax_basis' | null
  /** The accountant's report in front of a statement. */
  cpa_engagement: {
    firm: string | null
    level: string
    report_date: string | null
    source: {
      /** Page of the package, from 1. */
      page: number
      /** Left, top, right, bottom, in points from the page's top left corner. */
      box: readonly number[]
      /** As printed. */
      text: string
    }
  } | null
  /** The borrower's company that the document belongs to; null when that is not known. */
  company_attachment: {
    entity_name: string
    entity_ein_last4: string | null
    /** The name that the document prints. */
    printed_name: string | null
    /** True when a tax return or personal financial statement was filed by hand under the other kind of entity. */
    cross_kind: boolean
  } | null
  /** All of them, where it concerns several. */
  company_attachments: readonly {
    entity_name: string
    entity_ein_last4: string | null
    /** The name that the document prints. */
    printed_name: string | null
    /** True when a tax return or personal financial statement was filed by hand under the other kind of entity. */
    cross_kind: boolean
  }[]
  /** What decided the category; null in test mode, where nothing is read. */
  classification: {
    confidence: number
    evidence: readonly {
      kind: 'title' | 'content'
      /** Page of the package, from 1. */
      page: number
      /** Left, top, right, bottom, in points from the page's top left corner. */
      box: readonly number[]
      /** As printed. */
      text: string
    }[]
  } | null
  /** How the checks of the extraction in force went. */
  proof: {
    state: 'proved' | 'failed' | 'not_proved'
    passed: number
    failed: number
    not_proved: number
  } | null
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
}

export type DocumentPage = {
  page: number
  /** In points, as the boxes. */
  width: number
  height: number
  kind: 'digital' | 'ocr' | 'sheet'
  words: readonly {
    text: string
    /** Left, top, right, bottom, in points from the page's top left corner. */
    box: readonly number[]
  }[]
  image: {
    /** drawing: ask again after Retry-After. none: a sheet has no picture. */
    state: 'ready' | 'drawing' | 'none'
    /** A short-lived link to the picture, WebP. */
    url: string | null
    /** RFC 3339, UTC. */
    expires_at: string | null
  }
}

export type DownloadLink = {
  /** Id of an upload job: job_… */
  job_id: string
  download_url: string
  file_name: string
  /** RFC 3339, UTC. */
  expires_at: string
}

export type EbitdaAddbacks = {
  /** Goes up with every save of the loan's addbacks; 0 when none was. */
  version: number
  rows: readonly {
    /** Your own name of the row, unique within the loan. */
    id: string
    label: string
    category:
      | 'owner_compensation_excess'
      | 'owner_perks_personal'
      | 'family_payroll'
      | 'related_party_rent'
      | 'related_party_fees'
      | 'one_time_legal_settlement'
      | 'one_time_casualty'
      | 'relocation_restructuring'
      | 'startup_transaction'
      | 'noncash_stock_comp'
      | 'noncash_impairment'
      | 'nonoperating_asset_cost'
      | 'discretionary_charity'
      | 'capital_item_expensed'
      | 'owner_draw_expensed'
      | 'loan_principal_expensed'
      | 'other'
      | 'one_time_income'
      | 'below_market_owner_pay'
      | 'below_market_rent'
      | 'nonrecurring_other_income'
    amounts: readonly {
      fiscal_year: number
      /** The last day of the period; null: the full year of that number. */
      period_end: string | null
      /** Signed toward EBITDA: a cost that would fall away is positive. */
      amount: string
    }[]
    /** What shows it. */
    note: string | null
    /** The company it is of; null: of the loan as a whole. */
    entity_key: string | null
  }[]
}

export type EmbedSession = {
  /** Id of an embed session: emb_… */
  session_id: string
  /** Sent as Authorization: Bearer. Shown once and not kept. */
  token: string
  /** Id of a loan: loan_… */
  loan_id: string
  scopes: readonly string[]
  /** user: work returns in the next session of the same external_user_id. */
  persistence: 'user' | 'session'
  external_user_id: string | null
  display_name: string | null
  /** RFC 3339, UTC. */
  expires_at: string
}

export type Error = {
  error: {
    /** Stable; match on it. */
    type:
      | 'validation_failed'
      | 'invalid_cursor'
      | 'unknown_version'
      | 'invalid_filter'
      | 'idempotency_key_invalid'
      | 'idempotency_key_reused'
      | 'unauthenticated'
      | 'subscription_required'
      | 'billing_required'
      | 'spend_cap_reached'
      | 'insufficient_credits'
      | 'missing_scope'
      | 'loan_out_of_reach'
      | 'feature_not_in_plan'
      | 'mode_mismatch'
      | 'address_fenced'
      | 'not_found'
      | 'mapping_pending'
      | 'export_not_ready'
      | 'version_conflict'
      | 'conflict'
      | 'intake_already_completed'
      | 'export_finished'
      | 'render_finished'
      | 'webhook_endpoint_revoked'
      | 'duplicate_external_id'
      | 'busy'
      | 'doc_too_large'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'rate_limited'
      | 'usage_throttled'
      | 'idempotency_in_progress'
      | 'internal_error'
      | 'idempotency_response_lost'
      | 'render_failed'
      | 'workspace_moved'
      | 'unavailable'
    /** For people; its wording may change. */
    message: string
    request_id: string | null
    details: Readonly<Record<string, string>> | null
  }
}

export type Event = {
  /** Id of an event: evt_… */
  id: string
  type:
    | 'document.processed'
    | 'document.failed'
    | 'extraction.ready'
    | 'extraction.updated'
    | 'job.completed'
    | 'loan.classified'
    | 'spread.finalized'
    | 'spread.reopened'
    | 'export.succeeded'
    | 'export.failed'
    | 'export.cancelled'
    | 'memo_render.succeeded'
    | 'memo_render.failed'
    | 'memo_render.cancelled'
    | 'webhook.test'
  /** RFC 3339, UTC. */
  created: string
  livemode: boolean
  api_version: string
  data: Readonly<Record<string, string | number | boolean | null>>
}

export type ExchangedEmbedSession = {
  /** Id of an embed session: emb_… */
  session_id: string
  /** Sent as Authorization: Bearer. Shown once and not kept. */
  token: string
  /** Id of a loan: loan_… */
  loan_id: string
  scopes: readonly string[]
  /** user: work returns in the next session of the same external_user_id. */
  persistence: 'user' | 'session'
  external_user_id: string | null
  display_name: string | null
  /** RFC 3339, UTC. */
  expires_at: string
  surface: 'spreading' | 'documents'
}

export type Export = {
  /** Id of an export: exp_… */
  export_id: string
  /** Id of a borrower: bor_… */
  borrower_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  format: 'csv' | 'json' | 'xlsx'
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled'
  /** In documents. */
  progress: {
    done: number
    total: number
  }
  document_counts: {
    requested: number
    exported: number
    skipped: number
  }
  skipped_document_ids: readonly string[]
  bundle: {
    name: string
    size_bytes: number
    /** Lines, rows and movements over all files. */
    line_item_count: number
    /** Of the whole bundle, in lower-case hex. */
    sha256: string
  } | null
  /** Good for some minutes; every read gives a new one. */
  download_url: string | null
  /** RFC 3339, UTC. */
  download_expires_at: string | null
  error: {
    code: 'nothing_to_export' | 'timed_out'
    message: string
  } | null
  links: {
    /** A path of this interface. */
    self: string
    /** A path of this interface. */
    download: string
    /** A path of this interface. */
    cancel: string
  }
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  started_at: string | null
  /** RFC 3339, UTC. */
  finished_at: string | null
  /** RFC 3339, UTC. */
  expires_at: string | null
  /** RFC 3339, UTC. */
  updated_at: string
}

export type ExportMap = {
  /** Goes up with every saved map; 0 when none was saved. */
  version: number
  /** Name of the other system; null when there is no map. */
  system: string | null
  accounts: readonly {
    account_id: string
    /** The account's code in the other system. */
    code: string
    label: string | null
  }[]
}

export type Figure = {
  /** Id of a document: doc_… */
  document_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  report_type:
    | 'profit-loss-statements'
    | 'balance-sheets'
    | 'cash-flow-statements'
    | 'bank-statements'
    | 'tax-returns'
    | 'personal-financial-statements'
    | 'debt-schedules'
    | 'ar-agings'
    | 'ap-agings'
    | 'others'
  extraction_version: number | null
  entity_name: string | null
  /** As printed. */
  caption: string
  fiscal_year: number | null
  period_end: string | null
  period_label: string | null
  /** The figure as printed. */
  value: string
  /** What it is worth: the printed figure times the scale of its column. */
  amount: string
  source: {
    /** Page of the package, from 1. */
    page: number
    /** Left, top, right, bottom, in points from the page's top left corner. */
    box: readonly number[]
    /** As printed. */
    text: string
    /** Where it stands in the report data. */
    address: string
  }
}

export type IframeHandle = {
  /** Id of an iframe handle: ifh_… */
  handle_id: string
  status: 'pending' | 'exchanged' | 'expired' | 'revoked'
  surface: 'spreading' | 'documents'
  /** Id of a loan: loan_… */
  loan_id: string
  /** What the session will carry. */
  scopes: readonly string[]
  /** How long the session will live. */
  token_lifetime_seconds: number
  /** RFC 3339, UTC. */
  expires_at: string
  /** RFC 3339, UTC. */
  created_at: string
  external_user_id: string | null
  display_name: string | null
  /** RFC 3339, UTC. */
  exchanged_at: string | null
  /** RFC 3339, UTC. */
  revoked_at: string | null
  /** Id of an embed session: emb_… */
  session_id: string | null
}

export type Job = {
  /** Id of an upload job: job_… */
  job_id: string
  /** Id of a borrower: bor_… */
  borrower_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  file_name: string
  content_type: string
  size_bytes: number
  status: 'AWAITING_UPLOAD' | 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'DUPLICATE' | 'EXPIRED'
  progress: {
    /** What is being done; null before and after. */
    step: string | null
    pages_done: number
    pages_total: number | null
  }
  error: {
    code: 'unreadable' | 'encrypted' | 'empty' | 'too_many_pages' | 'type_mismatch' | 'timed_out' | 'unsupported'
    message: string
  } | null
  /** The job that already has the same bytes; only when the status is DUPLICATE. */
  duplicate_of_job_id?: string
  /** True in test mode, left out otherwise. */
  sample?: boolean
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
  /** RFC 3339, UTC. */
  finished_at: string | null
}

export type Loan = {
  /** Id of a loan: loan_… */
  id: string
  /** Id of a borrower: bor_… */
  borrower_id: string
  name: string | null
  /** Dollars and cents, as text. */
  amount: string | null
  purpose: string | null
  product: string | null
  term_months: number | null
  /** Your own id of the loan; unique in the workspace. */
  external_id: string | null
  /** Names. Null when none were declared, and for callers who may not read the loan file. */
  guarantors: readonly string[] | null
  status: 'open' | 'approved' | 'declined' | 'funded' | 'closed'
  /** The caller's own names and values, kept and given back unchanged. */
  metadata: Readonly<Record<string, string>>
  version: number
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
}

export type LoanCheck = {
  /** receivables, payables: the aging and the balance sheet; debt: the debt schedule and the balance sheet; cash: the bank and the balance sheet; equity_movement, net_income_return: net income against the change of equity and against the return; k1_income: K-1s against the return of their owner. */
  name: 'receivables' | 'payables' | 'debt' | 'cash' | 'equity_movement' | 'net_income_return' | 'k1_income'
  /** failed: the two differ by more than rounding. not_proved: there was nothing to compare. */
  state: 'proved' | 'failed' | 'not_proved'
  /** The day, or the end of the period, of both sides. */
  date: string | null
  /** What the one document says; null where it is missing. */
  left: {
    /** What the figures come to. */
    amount: string
    figures: readonly {
      /** Id of a document: doc_… */
      document_id: string
      /** Where the figure stands in the report data of the document. */
      address: string
      /** Its caption. */
      label: string
      /** What it is worth: the printed figure times the scale of its column. */
      amount: string
      /** Page of the package, from 1. */
      page: number
      /** Left, top, right, bottom, in points from the page's top left corner. */
      box: readonly number[]
      /** As printed. */
      text: string
    }[]
  } | null
  /** What the other says; null where it is missing. */
  right: {
    /** What the figures come to. */
    amount: string
    figures: readonly {
      /** Id of a document: doc_… */
      document_id: string
      /** Where the figure stands in the report data of the document. */
      address: string
      /** Its caption. */
      label: string
      /** What it is worth: the printed figure times the scale of its column. */
      amount: string
      /** Page of the package, from 1. */
      page: number
      /** Left, top, right, bottom, in points from the page's top left corner. */
      box: readonly number[]
      /** As printed. */
      text: string
    }[]
  } | null
  /** Left less right. */
  residual: string | null
  /** What is missing, or what often explains the difference. */
  hint: string | null
}

export type LoanChecks = {
  /** Id of a loan: loan_… */
  loan_id: string
  checks: readonly LoanCheck[]
}

export type MappingDiff = {
  /** Id of a document: doc_… */
  document_id: string
  from: {
    /** Id of a mapping: map_… */
    mapping_id: string
    status: 'ready' | 'unmappable'
    mapping_state: 'mapped' | 'unfooted' | null
    extraction_version: number
    engine_version: string
    chart_document_version: number
    chart_rules_version: number
  }
  to: {
    /** Id of a mapping: map_… */
    mapping_id: string
    status: 'ready' | 'unmappable'
    mapping_state: 'mapped' | 'unfooted' | null
    extraction_version: number
    engine_version: string
    chart_document_version: number
    chart_rules_version: number
  }
  lines: readonly {
    key: string
    label: string
    /** To another account, to other figures, or in one of the two mappings only. */
    change: 'moved' | 'changed' | 'added' | 'removed'
    /** Key of the node that held it. */
    from: string | null
    to: string | null
    /** As it was counted. Two decimals; null where the period has none. */
    from_values: readonly (string | null)[] | null
    /** As it is counted. Two decimals; null where the period has none. */
    to_values: readonly (string | null)[] | null
  }[]
  measures: readonly {
    measure: string
    fiscal_year: number
    period_end: string | null
    from: string | null
    to: string | null
    /** Null where one of them has no figure. */
    difference: string | null
  }[]
}

export type MappingPreview = {
  /** Id of a document: doc_… */
  document_id: string
  from: {
    /** Id of a mapping: map_… */
    mapping_id: string
    status: 'ready' | 'unmappable'
    mapping_state: 'mapped' | 'unfooted' | null
    extraction_version: number
    engine_version: string
    chart_document_version: number
    chart_rules_version: number
  }
  /** As it would be; null: unmappable. */
  mapping_state: 'mapped' | 'unfooted' | null
  /** Lines that no account would receive. */
  unmapped_keys: readonly string[]
  lines: readonly {
    key: string
    label: string
    /** To another account, to other figures, or in one of the two mappings only. */
    change: 'moved' | 'changed' | 'added' | 'removed'
    /** Key of the node that held it. */
    from: string | null
    to: string | null
    /** As it was counted. Two decimals; null where the period has none. */
    from_values: readonly (string | null)[] | null
    /** As it is counted. Two decimals; null where the period has none. */
    to_values: readonly (string | null)[] | null
  }[]
  measures: readonly {
    measure: string
    fiscal_year: number
    period_end: string | null
    from: string | null
    to: string | null
    /** Null where one of them has no figure. */
    difference: string | null
  }[]
}

export type MappingProof = {
  /** Id of a mapping: map_… */
  mapping_id: string
  /** Id of a document: doc_… */
  document_id: string
  /** One for each figure of the tree; none where the statement does not foot. */
  figures: readonly {
    /** Of the node of the tree. */
    key: string
    /** Position in periods. */
    period: number
    value: string
    terms: readonly {
      line_key: string
      /** lines.<line>.<period> in the report data. */
      address: string | null
      pages: readonly number[]
      /** As printed. */
      printed: string
      /** 1 when it counts as printed, -1 when it counts the other way. */
      factor: number
    }[]
    /** The part that no printed line accounts for. */
    unitemized: string
    /** Whether printed figures times factors and the rest come to the value. */
    holds: boolean
  }[]
}

export type Me = {
  /** Id of an API key: key_… */
  key_id: string | null
  session: {
    /** Id of an embed session: emb_… */
    session_id: string
    /** Id of a loan: loan_… */
    loan_id: string
    /** Id of a borrower: bor_… */
    borrower_id: string
    external_user_id: string | null
    display_name: string | null
    persistence: 'user' | 'session'
    /** RFC 3339, UTC. */
    expires_at: string
  } | null
  mode: 'live' | 'test'
  role: 'member' | 'admin'
  scopes: readonly string[]
  workspace: {
    /** Id of a workspace: ws_… */
    id: string
    name: string
    lifecycle: 'trial' | 'active' | 'suspended' | 'closed'
    plan: string
    subscription_status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'none'
  }
  organization: {
    /** Id of an organization: org_… */
    id: string
    name: string
  }
}

export type Memo = {
  /** Id of a memo: memo_… */
  memo_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  title: string
  commentary: {
    request: string | null
    structure: string | null
    borrower: string | null
    industry: string | null
    relationship: string | null
    financials: string | null
    cash_flow: string | null
    guarantors: string | null
    collateral: string | null
    risks: string | null
    rating: string | null
    exceptions: string | null
    conditions: string | null
  }
  version: number
  latest_render: {
    /** Id of a memo render: rnd_… */
    render_id: string
    status: 'queued' | 'rendering' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled'
    memo_version: number
    /** RFC 3339, UTC. */
    created_at: string
    /** RFC 3339, UTC. */
    finished_at: string | null
  } | null
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
}

export type MemoPdf = {
  /** Id of a memo: memo_… */
  memo_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  /** Id of a memo render: rnd_… */
  render_id: string
  /** Id of a snapshot: snap_… */
  snapshot_id: string
  /** Good for some minutes; every read gives a new one. */
  url: string
  expires_in_seconds: number
  /** RFC 3339, UTC. */
  rendered_at: string
  /** True when the memo or the figures in force have changed since. */
  stale: boolean
  size_bytes: number
  sha256: string
}

export type MemoRender = {
  /** Id of a memo render: rnd_… */
  render_id: string
  /** Id of a memo: memo_… */
  memo_id: string
  /** Id of a loan: loan_… */
  loan_id: string
  /** Id of a snapshot: snap_… */
  snapshot_id: string
  memo_version: number
  status: 'queued' | 'rendering' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled'
  /** In steps: composed, printed. */
  progress: {
    done: number
    total: number
  }
  file: {
    name: string
    size_bytes: number
    /** Of the file, in lower-case hex. */
    sha256: string
  } | null
  /** Good for some minutes; every read gives a new one. */
  download_url: string | null
  /** RFC 3339, UTC. */
  download_expires_at: string | null
  error: {
    code: 'unprintable' | 'timed_out'
    message: string
  } | null
  links: {
    /** A path of this interface. */
    self: string
    /** A path of this interface. */
    memo: string
    /** A path of this interface. */
    pdf: string
    /** A path of this interface. */
    cancel: string
  }
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  started_at: string | null
  /** RFC 3339, UTC. */
  finished_at: string | null
  /** RFC 3339, UTC. */
  updated_at: string
}

export type MintedIframeHandle = {
  /** Id of an iframe handle: ifh_… */
  handle_id: string
  status: 'pending' | 'exchanged' | 'expired' | 'revoked'
  surface: 'spreading' | 'documents'
  /** Id of a loan: loan_… */
  loan_id: string
  /** What the session will carry. */
  scopes: readonly string[]
  /** How long the session will live. */
  token_lifetime_seconds: number
  /** RFC 3339, UTC. */
  expires_at: string
  /** RFC 3339, UTC. */
  created_at: string
  external_user_id: string | null
  display_name: string | null
  /** RFC 3339, UTC. */
  exchanged_at: string | null
  /** RFC 3339, UTC. */
  revoked_at: string | null
  /** Id of an embed session: emb_… */
  session_id: string | null
  /** The frame's address, with the handle in its fragment. Shown once. */
  url: string
}

export type NewWebhookEndpoint = {
  /** Id of a webhook endpoint: whe_… */
  id: string
  url: string
  description: string | null
  subscribed_events: readonly string[]
  status: 'active' | 'revoked'
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
  /** Shown this once: whsec_…. */
  signing_secret: string
}

export type Organization = {
  /** Id of an organization: org_… */
  id: string
  name: string
  /** RFC 3339, UTC. */
  created_at: string
}

export type Owner = {
  /** As the newest of their documents prints it. */
  name: string
  /** Every way in which the name is printed, newest first. */
  aliases: readonly string[]
  /** The form whose K-1 names them; null while none was read. */
  k1_form: string | null
  /** Their share as the newest K-1 states it, as a decimal; null while none states one. */
  share_percent: string | null
  /** The documents that are about them, newest first. */
  document_ids: readonly string[]
}

export type ReportData = {
  /** Id of a document: doc_… */
  document_id: string
  report_type:
    | 'profit-loss-statements'
    | 'balance-sheets'
    | 'cash-flow-statements'
    | 'bank-statements'
    | 'tax-returns'
    | 'personal-financial-statements'
    | 'debt-schedules'
    | 'ar-agings'
    | 'ap-agings'
    | 'others'
  /** The revision that this is. */
  extraction_version: number
  engine_version: string
  entity: {
    name: string | null
    ein_last4: string | null
    address: string | null
  }
  currency: string | null
  /** `factor`: what one printed unit is worth; `source`: where that is printed. */
  scale: Readonly<Record<string, unknown>>
  periods: readonly Readonly<Record<string, unknown>>[]
  proofs: readonly Readonly<Record<string, unknown>>[]
  leftovers: readonly Readonly<Record<string, unknown>>[]
  /** `kind` (digital, ocr, sheet) and `pages`. */
  reading: Readonly<Record<string, unknown>>
  /** What people changed after the reading; the printed text and its place stay as they are. */
  corrections: readonly {
    address: string
    member: 'value' | 'label' | 'date'
    from: string | null
    to: string
  }[]
}

export type RotatedWebhookEndpoint = {
  /** Id of a webhook endpoint: whe_… */
  id: string
  url: string
  description: string | null
  subscribed_events: readonly string[]
  status: 'active' | 'revoked'
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
  /** Shown this once: whsec_…. */
  signing_secret: string
  /** RFC 3339, UTC. */
  previous_secret_revokes_at: string
}

export type SandboxReset = {
  /** What was there is gone. */
  reset: boolean
  /** The key has a sandbox. */
  sandbox_tenant_present: boolean
  /** The seed is in its place. */
  reseeded: boolean
  /** How many borrowers of before still have files in the object store. No key reaches them, and deleting them is tried again. */
  external_purge_errors: number
}

export type Spread = {
  /** Id of a loan: loan_… */
  loan_id: string
  state: 'open' | 'final'
  /** What froze the figures; null while the spread is open. */
  final_snapshot_id: string | null
}

export type StatementMapping = {
  /** Id of a mapping: map_… */
  mapping_id: string
  /** Id of a document: doc_… */
  document_id: string
  /** unmappable: the document cannot be read as a profit and loss statement at all. */
  status: 'ready' | 'unmappable'
  /** The revision of the extraction it was made from. */
  extraction_version: number
  engine_version: string
  /** Version of the workspace's chart; 0 when none was saved. */
  chart_document_version: number
  /** Version of the caption rules; 0 when none were saved. */
  chart_rules_version: number
  /** RFC 3339, UTC. */
  created_at: string
  /** True while a newer mapping is prepared, because something changed. */
  stale: boolean
  payload: {
    /** Always 1. */
    schema_version: number
    statement: 'profit_and_loss'
    /** Id of a document: doc_… */
    document_id: string
    /** mapped: the lines walk to the printed bottom line. unfooted: they do not, and foot says by how much. */
    mapping_state: 'mapped' | 'unfooted'
    periods: readonly {
      fiscal_year: number
      period_end: string | null
      /** As printed. */
      label: string | null
      months_covered: number | null
    }[]
    /** One entry a period. */
    foot: readonly {
      printed_bottom_line_source: {
        /** Printed at the address, or computed from what is. */
        kind: 'printed' | 'derived'
        /** From 1, ascending. */
        pages: readonly number[]
        /** Id of a document: doc_… */
        document_id: string | null
        /** lines.<line>.<period> in the report data; null when derived. */
        address: string | null
      } | null
      /** Net income as printed, in the sign of the result. */
      printed_bottom_line: string | null
      /** The bottom line that the lines walk to. */
      line_sum: string | null
      /** Printed less walked. */
      residual: string | null
      /** How far the two may be apart by rounding. */
      tolerance: string | null
    }[]
    /** Every printed line, in print order. */
    lines: readonly {
      key: string
      /** The caption as printed. */
      label: string
      /** Indentation, 0 outermost. */
      depth: number
      is_total: boolean
      /** As printed, in the sign presentation of the statement. Two decimals; null where the period has none. */
      values: readonly (string | null)[]
      /** One for each figure; null where the figure is. */
      sources: readonly ({
        /** Printed at the address, or computed from what is. */
        kind: 'printed' | 'derived'
        /** From 1, ascending. */
        pages: readonly number[]
        /** Id of a document: doc_… */
        document_id: string | null
        /** lines.<line>.<period> in the report data; null when derived. */
        address: string | null
      } | null)[]
      /** Key of the node that holds the line. */
      filed_under: string | null
      /** As that node counts it, positive in the direction of its effect. Two decimals; null where the period has none. */
      filed_values: readonly (string | null)[] | null
    }[]
    measures: {
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      revenue: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      gross_profit: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      operating_expenses: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      operating_income: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      pretax_income: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      net_income: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      ebitda: readonly (string | null)[] | null
      /** One figure a period; null when the statement states none. Two decimals; null where the period has none. */
      noi: readonly (string | null)[] | null
    }
    /** Lines with a figure that no account received. */
    unmapped_lines: readonly {
      key: string
      section:
        'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
      /** Always null. */
      suggested_account_id: string | null
    }[]
    /** Ids that the export map gives a code and the chart does not list. */
    unmapped_export_account_ids: readonly string[]
    /** Always false. */
    overrides_applied: boolean
    export_system: string | null
    /** From revenue down to net income; null when unfooted. */
    tree:
      | readonly {
          kind: 'folder' | 'leaf' | 'measure'
          key: string
          label: string
          /** Positive in the direction of the effect. Two decimals; null where the period has none. */
          values: readonly (string | null)[]
          /** The part that no printed line accounts for. Two decimals; null where the period has none. */
          unitemized: readonly (string | null)[]
          /** One for each figure; null where the figure is. */
          sources: readonly ({
            /** Printed at the address, or computed from what is. */
            kind: 'printed' | 'derived'
            /** From 1, ascending. */
            pages: readonly number[]
            /** Id of a document: doc_… */
            document_id: string | null
            /** lines.<line>.<period> in the report data; null when derived. */
            address: string | null
          } | null)[]
          /** Lines of the node and of those under it. */
          member_keys: readonly string[]
          /** Lines of the node itself. */
          direct_member_keys: readonly string[]
          /** Lines that a person should look at. */
          flagged_keys: readonly string[]
          /** Always empty. */
          reclassified_keys: readonly string[]
          account_id: string | null
          section:
            | 'revenue'
            | 'cogs'
            | 'opex'
            | 'other_income'
            | 'other_expenses'
            | 'dispositions'
            | 'interest'
            | 'taxes'
            | null
          role:
            | 'revenue'
            | 'cogs'
            | 'opex'
            | 'other_income'
            | 'other_expenses'
            | 'dispositions'
            | 'interest'
            | 'taxes'
            | null
          measure: string | null
          external_code: string | null
          external_label: string | null
          effect: 'adds' | 'subtracts' | null
          children: readonly {
            kind: 'folder' | 'leaf' | 'measure'
            key: string
            label: string
            /** Positive in the direction of the effect. Two decimals; null where the period has none. */
            values: readonly (string | null)[]
            /** The part that no printed line accounts for. Two decimals; null where the period has none. */
            unitemized: readonly (string | null)[]
            /** One for each figure; null where the figure is. */
            sources: readonly ({
              /** Printed at the address, or computed from what is. */
              kind: 'printed' | 'derived'
              /** From 1, ascending. */
              pages: readonly number[]
              /** Id of a document: doc_… */
              document_id: string | null
              /** lines.<line>.<period> in the report data; null when derived. */
              address: string | null
            } | null)[]
            /** Lines of the node and of those under it. */
            member_keys: readonly string[]
            /** Lines of the node itself. */
            direct_member_keys: readonly string[]
            /** Lines that a person should look at. */
            flagged_keys: readonly string[]
            /** Always empty. */
            reclassified_keys: readonly string[]
            account_id: string | null
            section:
              | 'revenue'
              | 'cogs'
              | 'opex'
              | 'other_income'
              | 'other_expenses'
              | 'dispositions'
              | 'interest'
              | 'taxes'
              | null
            role:
              | 'revenue'
              | 'cogs'
              | 'opex'
              | 'other_income'
              | 'other_expenses'
              | 'dispositions'
              | 'interest'
              | 'taxes'
              | null
            measure: string | null
            external_code: string | null
            external_label: string | null
            effect: 'adds' | 'subtracts' | null
            children: readonly {
              kind: 'folder' | 'leaf' | 'measure'
              key: string
              label: string
              /** Positive in the direction of the effect. Two decimals; null where the period has none. */
              values: readonly (string | null)[]
              /** The part that no printed line accounts for. Two decimals; null where the period has none. */
              unitemized: readonly (string | null)[]
              /** One for each figure; null where the figure is. */
              sources: readonly ({
                /** Printed at the address, or computed from what is. */
                kind: 'printed' | 'derived'
                /** From 1, ascending. */
                pages: readonly number[]
                /** Id of a document: doc_… */
                document_id: string | null
                /** lines.<line>.<period> in the report data; null when derived. */
                address: string | null
              } | null)[]
              /** Lines of the node and of those under it. */
              member_keys: readonly string[]
              /** Lines of the node itself. */
              direct_member_keys: readonly string[]
              /** Lines that a person should look at. */
              flagged_keys: readonly string[]
              /** Always empty. */
              reclassified_keys: readonly string[]
              account_id: string | null
              section:
                | 'revenue'
                | 'cogs'
                | 'opex'
                | 'other_income'
                | 'other_expenses'
                | 'dispositions'
                | 'interest'
                | 'taxes'
                | null
              role:
                | 'revenue'
                | 'cogs'
                | 'opex'
                | 'other_income'
                | 'other_expenses'
                | 'dispositions'
                | 'interest'
                | 'taxes'
                | null
              measure: string | null
              external_code: string | null
              external_label: string | null
              effect: 'adds' | 'subtracts' | null
              children: readonly Readonly<Record<string, unknown>>[]
            }[]
          }[]
        }[]
      | null
  } | null
  error_code: 'unmappable' | null
  /** Version of the platform chart; null when unmappable. */
  chart_version: string | null
}

export type Upload = {
  /** Id of an upload job: job_… */
  job_id: string
  /** Send the bytes here, once; a second upload is refused by the store. */
  upload_url: string
  method: 'PUT'
  /** Must be sent exactly so: the link is bound to them. */
  headers: Readonly<Record<string, string>>
  /** RFC 3339, UTC. */
  expires_at: string
}

export type UsageThrottled = {
  type: 'usage_throttled'
  /** For people; its wording may change. */
  message: string
  request_id: string | null
}

export type WebhookDelivery = {
  /** Id of a delivery: whd_… */
  id: string
  /** Id of an event: evt_… */
  event_ref: string
  event_type: string
  /** Id of a loan: loan_… */
  loan_id: string | null
  status: 'pending' | 'delivered' | 'dead'
  /** Attempts made so far, the one under way included. */
  attempts: number
  /** RFC 3339, UTC. */
  next_attempt_at: string | null
  last_status_code: number | null
  /** Why the last attempt failed. no_answer stands for every way of getting none. */
  last_error: 'bad_status' | 'no_answer' | 'interrupted' | 'expired' | 'endpoint_revoked' | null
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  delivered_at: string | null
}

export type WebhookEndpoint = {
  /** Id of a webhook endpoint: whe_… */
  id: string
  url: string
  description: string | null
  subscribed_events: readonly string[]
  status: 'active' | 'revoked'
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  updated_at: string
}

export type WorkbookLink = {
  /** Id of a loan: loan_… */
  loan_id: string
  kind: 'statements' | 'tables'
  /** Good for some minutes; every read gives a new one. */
  url: string
  expires_in_seconds: number
  /** RFC 3339, UTC. */
  rendered_at: string
  /** True while a newer one is made because something has changed. */
  stale: boolean
}

export type WorkbookRendering = {
  /** Id of a loan: loan_… */
  loan_id: string
  kind: 'statements' | 'tables'
  status: 'rendering'
  retry_after_seconds: number
}

export type ListOrganizationsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type ListKeysQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type CreateKeyBody = {
  name: string
  role?: 'member' | 'admin'
  scopes: readonly (
    | 'borrowers:read'
    | 'borrowers:write'
    | 'borrowers:delete'
    | 'loans:read'
    | 'documents:read'
    | 'documents:write'
    | 'documents:delete'
    | 'extractions:read'
    | 'extractions:write'
    | 'extractions:delete'
    | 'spreads:read'
    | 'spreads:write'
    | 'memos:read'
    | 'memos:write'
    | 'chart:read'
    | 'chart:write'
    | 'embed:write'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'keys:read'
    | 'keys:write'
    | 'audit:read'
    | 'usage:read'
    | 'sandbox:reset'
  )[]
}

export type CreateKeyAnswer = {
  /** Id of an API key: key_… */
  id: string
  name: string
  /** Enough of the key to recognise it. */
  hint: string
  role: 'member' | 'admin'
  scopes: readonly string[]
  /** RFC 3339, UTC. */
  created_at: string
  /** RFC 3339, UTC. */
  revoked_at: string | null
  key: string
}

export type ListAuditLogQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type ListBorrowersQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  intake?: boolean
}

export type CreateBorrowerBody = {
  business_name: string
  entity_type?:
    | 'corporation'
    | 's_corporation'
    | 'llc'
    | 'partnership'
    | 'sole_proprietorship'
    | 'nonprofit'
    | 'trust'
    | 'individual'
    | null
  ein_last4?: string | null
  naics_code?: string | null
  email?: string | null
  phone?: string | null
  address?: {
    line1?: string | null
    line2?: string | null
    city?: string | null
    region?: string | null
    postal_code?: string | null
    /** ISO 3166-1 alpha-2. */
    country?: string | null
  } | null
  /** Your own id of the borrower; unique in the workspace. */
  external_id?: string | null
  /** The caller's own names and values, kept and given back unchanged. */
  metadata?: Readonly<Record<string, string>>
}

export type UpdateBorrowerBody = {
  business_name?: string
  entity_type?:
    | 'corporation'
    | 's_corporation'
    | 'llc'
    | 'partnership'
    | 'sole_proprietorship'
    | 'nonprofit'
    | 'trust'
    | 'individual'
    | null
  ein_last4?: string | null
  naics_code?: string | null
  email?: string | null
  phone?: string | null
  address?: {
    line1?: string | null
    line2?: string | null
    city?: string | null
    region?: string | null
    postal_code?: string | null
    /** ISO 3166-1 alpha-2. */
    country?: string | null
  } | null
  /** Your own id of the borrower; unique in the workspace. */
  external_id?: string | null
  /** The caller's own names and values, kept and given back unchanged. */
  metadata?: Readonly<Record<string, string>>
  version?: number
}

export type CompleteIntakeBody = {
  business_name: string
}

export type ListLoansQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only the loans of this borrower. */
  borrowerId?: string
  /** Only loans in this state: open, approved, declined, funded, closed. */
  status?: string
}

export type ListBorrowerLoansQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type CreateLoanBody = {
  name?: string | null
  /** Dollars and cents, as text. */
  amount?: string | null
  purpose?: string | null
  product?: string | null
  term_months?: number | null
  /** Your own id of the loan; unique in the workspace. */
  external_id?: string | null
  /** Names. Null when none were declared, and for callers who may not read the loan file. */
  guarantors?: readonly string[] | null
  status?: 'open' | 'approved' | 'declined' | 'funded' | 'closed'
  /** The caller's own names and values, kept and given back unchanged. */
  metadata?: Readonly<Record<string, string>>
}

export type UpdateLoanBody = {
  name?: string | null
  /** Dollars and cents, as text. */
  amount?: string | null
  purpose?: string | null
  product?: string | null
  term_months?: number | null
  /** Your own id of the loan; unique in the workspace. */
  external_id?: string | null
  /** Names. Null when none were declared, and for callers who may not read the loan file. */
  guarantors?: readonly string[] | null
  status?: 'open' | 'approved' | 'declined' | 'funded' | 'closed'
  /** The caller's own names and values, kept and given back unchanged. */
  metadata?: Readonly<Record<string, string>>
  version?: number
}

export type PresignUploadBody = {
  /** The loan that the file belongs to: loan_… */
  loan_id: string
  /** As the customer knows it; given back with downloads. */
  file_name: string
  /** Compared with what the bytes turn out to be. */
  content_type:
    | 'application/pdf'
    | 'image/png'
    | 'image/jpeg'
    | 'image/tiff'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'application/vnd.ms-excel'
    | 'text/csv'
  /** The link takes this length only. */
  size_bytes: number
  /** Of the bytes, in lower-case hex. When given, a file with another hash is refused as unreadable. */
  sha256?: string
}

export type PresignUploadsBody = {
  /** The loan that the file belongs to: loan_… */
  loan_id: string
  files: readonly {
    /** As the customer knows it; given back with downloads. */
    file_name: string
    /** Compared with what the bytes turn out to be. */
    content_type:
      | 'application/pdf'
      | 'image/png'
      | 'image/jpeg'
      | 'image/tiff'
      | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      | 'application/vnd.ms-excel'
      | 'text/csv'
    /** The link takes this length only. */
    size_bytes: number
    /** Of the bytes, in lower-case hex. When given, a file with another hash is refused as unreadable. */
    sha256?: string
  }[]
}

export type PresignUploadsAnswer = {
  uploads: readonly Upload[]
}

export type ConfirmUploadBody = {
  /** Test mode only: which sample to answer with. Without it the file name decides. Live keys: ignored. */
  sample_document?: string
}

export type ConfirmUploadsBody = {
  /** Job ids: job_… */
  job_ids: readonly string[]
  /** Test mode only: which sample to answer with. Without it the file name decides. Live keys: ignored. */
  sample_document?: string
}

export type ConfirmUploadsAnswer = {
  /** One for each job asked for, in that order; a job named twice is answered once. */
  results: readonly {
    job_id: string
    status: 'AWAITING_UPLOAD' | 'QUEUED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'DUPLICATE' | 'EXPIRED' | null
    message: string
    /** Why this one was refused. */
    error: {
      type:
        | 'validation_failed'
        | 'invalid_cursor'
        | 'unknown_version'
        | 'invalid_filter'
        | 'idempotency_key_invalid'
        | 'idempotency_key_reused'
        | 'unauthenticated'
        | 'subscription_required'
        | 'billing_required'
        | 'spend_cap_reached'
        | 'insufficient_credits'
        | 'missing_scope'
        | 'loan_out_of_reach'
        | 'feature_not_in_plan'
        | 'mode_mismatch'
        | 'address_fenced'
        | 'not_found'
        | 'mapping_pending'
        | 'export_not_ready'
        | 'version_conflict'
        | 'conflict'
        | 'intake_already_completed'
        | 'export_finished'
        | 'render_finished'
        | 'webhook_endpoint_revoked'
        | 'duplicate_external_id'
        | 'busy'
        | 'doc_too_large'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'usage_throttled'
        | 'idempotency_in_progress'
        | 'internal_error'
        | 'idempotency_response_lost'
        | 'render_failed'
        | 'workspace_moved'
        | 'unavailable'
      message: string
    } | null
    /** The job that already has the same bytes; only when the status is DUPLICATE. */
    duplicate_of_job_id?: string
    /** True in test mode, left out otherwise. */
    sample?: boolean
  }[]
}

export type GetJobStatusesBody = {
  /** Job ids: job_… */
  job_ids: readonly string[]
}

export type GetJobStatusesAnswer = {
  /** One for each job asked for, in that order. */
  results: readonly {
    job_id: string
    job: Job | null
    /** Why this one was refused. */
    error: {
      type:
        | 'validation_failed'
        | 'invalid_cursor'
        | 'unknown_version'
        | 'invalid_filter'
        | 'idempotency_key_invalid'
        | 'idempotency_key_reused'
        | 'unauthenticated'
        | 'subscription_required'
        | 'billing_required'
        | 'spend_cap_reached'
        | 'insufficient_credits'
        | 'missing_scope'
        | 'loan_out_of_reach'
        | 'feature_not_in_plan'
        | 'mode_mismatch'
        | 'address_fenced'
        | 'not_found'
        | 'mapping_pending'
        | 'export_not_ready'
        | 'version_conflict'
        | 'conflict'
        | 'intake_already_completed'
        | 'export_finished'
        | 'render_finished'
        | 'webhook_endpoint_revoked'
        | 'duplicate_external_id'
        | 'busy'
        | 'doc_too_large'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'usage_throttled'
        | 'idempotency_in_progress'
        | 'internal_error'
        | 'idempotency_response_lost'
        | 'render_failed'
        | 'workspace_moved'
        | 'unavailable'
      message: string
    } | null
  }[]
}

export type OpenIntakeBody = {
  business_name?: string
  loan?: {
    name?: string | null
    /** Dollars and cents, as text. */
    amount?: string | null
    purpose?: string | null
    product?: string | null
    term_months?: number | null
    /** Your own id of the loan; unique in the workspace. */
    external_id?: string | null
    /** Names. Null when none were declared, and for callers who may not read the loan file. */
    guarantors?: readonly string[] | null
    status?: 'open' | 'approved' | 'declined' | 'funded' | 'closed'
    /** The caller's own names and values, kept and given back unchanged. */
    metadata?: Readonly<Record<string, string>>
  }
  files: readonly {
    /** As the customer knows it; given back with downloads. */
    file_name: string
    /** Compared with what the bytes turn out to be. */
    content_type:
      | 'application/pdf'
      | 'image/png'
      | 'image/jpeg'
      | 'image/tiff'
      | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      | 'application/vnd.ms-excel'
      | 'text/csv'
    /** The link takes this length only. */
    size_bytes: number
    /** Of the bytes, in lower-case hex. When given, a file with another hash is refused as unreadable. */
    sha256?: string
    /** Test mode only: which sample to answer with. Without it the file name decides. Live keys: ignored. */
    sample_document?: string
  }[]
}

export type OpenIntakeAnswer = {
  borrower: Borrower
  loan: Loan
  uploads: readonly Upload[]
  /** True in test mode, left out otherwise. */
  sample?: boolean
}

export type ListJobsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only jobs in this state: AWAITING_UPLOAD, QUEUED, PROCESSING, COMPLETED, FAILED, DUPLICATE, EXPIRED. */
  status?: string
  /** Only jobs of this loan. */
  loanId?: string
}

export type ListJobResultsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type ListProfitLossStatementDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListBalanceSheetDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListCashFlowStatementDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListBankStatementDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListTaxReturnDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListPersonalFinancialStatementDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListDebtScheduleDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListARAgingDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListAPAgingDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListOtherDocumentsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListDocumentsByReportTypeQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListOwnersQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type QueryFiguresQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only figures of this loan. */
  loanId?: string
  /** Only of this kind of document: profit-loss-statements, balance-sheets, cash-flow-statements, bank-statements, tax-returns, personal-financial-statements, debt-schedules, ar-agings, ap-agings, others. */
  reportType?: string
  fiscalYear?: number
  /** Only of documents that print this name; case, punctuation and company form aside. */
  entity?: string
  /** Only of lines with this caption; case and punctuation aside. */
  caption?: string
  /** Only of lines that the mapping in force places on this account. */
  account?: string
  /** Only figures printed as this headline measure: revenue, gross_profit, operating_expenses, operating_income, pretax_income, net_income, ebit, adjusted_ebit, ebitda, adjusted_ebitda, ebita, adjusted_ebita. */
  measure?: string
}

export type QueryFiguresInBulkBody = {
  queries: readonly {
    loan_id?: string
    report_type?:
      | 'profit-loss-statements'
      | 'balance-sheets'
      | 'cash-flow-statements'
      | 'bank-statements'
      | 'tax-returns'
      | 'personal-financial-statements'
      | 'debt-schedules'
      | 'ar-agings'
      | 'ap-agings'
      | 'others'
    fiscal_year?: number
    entity?: string
    caption?: string
    account?: string
    measure?:
      | 'revenue'
      | 'gross_profit'
      | 'operating_expenses'
      | 'operating_income'
      | 'pretax_income'
      | 'net_income'
      | 'ebit'
      | 'adjusted_ebit'
      | 'ebitda'
      | 'adjusted_ebitda'
      | 'ebita'
      | 'adjusted_ebita'
    limit?: number
    cursor?: string
  }[]
}

export type QueryFiguresInBulkAnswer = {
  results: readonly {
    data: readonly Figure[]
    /** The page size applied. */
    limit: number
    /** Pass it as cursor for the next page; null when this is the last. */
    next_cursor: string | null
  }[]
}

export type CorrectDocumentBody = {
  extraction_version?: number
  /** What it really is. It is then read again as that. */
  category?:
    | 'Profit Loss Statement'
    | 'Balance Sheet'
    | 'Cash Flow Statement'
    | 'Bank Statement'
    | 'Tax Return'
    | 'Personal Financial Statement'
    | 'Debt Schedule'
    | 'AR Aging'
    | 'AP Aging'
    | 'Other'
  /** The company to file it under; null takes it from any. */
  company_attachment?: {
    entity_name: string
    entity_ein_last4?: string | null
    /** business when left out. */
    entity_kind?: 'business' | 'person'
  } | null
  corrections?: readonly {
    /** Of a figure as its source states it, for a value; of its row, such as lines.<line>, rows.<row> or accounts.<account>.transactions.<row>, for a caption or a day. */
    address: string
    /** What the figure really is, as it would be printed. */
    value?: string
    /** What the caption, the party or the description really is. */
    label?: string
    /** Of a movement or a daily balance: its real day. */
    date?: string
  }[]
}

export type GetReportDataQuery = {
  /** An earlier revision; the one in force when left out. */
  version?: number
}

export type ExportDocumentQuery = {
  format: 'csv' | 'json'
}

export type CreateExportBody = {
  borrower_id: string
  loan_id: string
  /** Documents of the loan. Those that nothing was read from are skipped and named. */
  document_ids: readonly string[]
  /** csv when left out; xlsx for bank statements only. */
  format?: 'csv' | 'json' | 'xlsx'
}

export type ListExportsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only exports of this borrower. */
  borrowerId?: string
  /** Only exports of this loan. */
  loanId?: string
  /** Only exports in this state: queued, running, succeeded, failed, cancelling, cancelled. */
  status?: string
}

export type CreateWebhookEndpointBody = {
  /** Where to send to: https, a public host. */
  url: string
  description?: string | null
  subscribed_events: readonly (
    | '*'
    | 'document.processed'
    | 'document.failed'
    | 'extraction.ready'
    | 'extraction.updated'
    | 'job.completed'
    | 'loan.classified'
    | 'spread.finalized'
    | 'spread.reopened'
    | 'export.succeeded'
    | 'export.failed'
    | 'export.cancelled'
    | 'memo_render.succeeded'
    | 'memo_render.failed'
    | 'memo_render.cancelled'
  )[]
}

export type ListWebhookEndpointsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type UpdateWebhookEndpointBody = {
  /** Where to send to: https, a public host. */
  url?: string
  description?: string | null
  subscribed_events?: readonly (
    | '*'
    | 'document.processed'
    | 'document.failed'
    | 'extraction.ready'
    | 'extraction.updated'
    | 'job.completed'
    | 'loan.classified'
    | 'spread.finalized'
    | 'spread.reopened'
    | 'export.succeeded'
    | 'export.failed'
    | 'export.cancelled'
    | 'memo_render.succeeded'
    | 'memo_render.failed'
    | 'memo_render.cancelled'
  )[]
}

export type ListWebhookDeliveriesQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** One of pending, delivered, dead. */
  status?: string
  /** The name of an event type. */
  event_type?: string
  /** The id of a loan. */
  loan_id?: string
}

export type ReplayWebhookDeliveriesBody = {
  status?: 'dead' | 'delivered'
  event_type?:
    | 'document.processed'
    | 'document.failed'
    | 'extraction.ready'
    | 'extraction.updated'
    | 'job.completed'
    | 'loan.classified'
    | 'spread.finalized'
    | 'spread.reopened'
    | 'export.succeeded'
    | 'export.failed'
    | 'export.cancelled'
    | 'memo_render.succeeded'
    | 'memo_render.failed'
    | 'memo_render.cancelled'
    | 'webhook.test'
  /** RFC 3339, UTC. */
  created_from?: string
  /** RFC 3339, UTC. */
  created_until?: string
}

export type ReplayWebhookDeliveriesAnswer = {
  /** How many deliveries were scheduled again. */
  replayed: number
  /** Whether repeating the call would find more. */
  more: boolean
}

export type ListEventsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** The name of an event type. */
  type?: string
  /** The id of a loan. */
  loan_id?: string
}

export type StreamEventsQuery = {
  /** The id of the last message of a stream, or of an event; without it the stream begins with what comes next. */
  after?: string
}

export type SaveChartOfAccountsBody = {
  /** The version this change was decided on. */
  version?: number
  /** What differs from the platform chart. An account that the workspace adds needs a label, a parent and an effect. */
  accounts: readonly {
    /** Id of an account. Platform ids stay; the ids a workspace adds are its own and are never used again. */
    id: string
    label?: string
    /** Follows from the parent; null for what is reported net of tax. */
    section?:
      'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
    /** Key of the folder it stands in; a platform account may move within its section. */
    parent?: string
    /** How the account counts toward net income. */
    effect?: 'adds' | 'subtracts'
    /** What the measures know it by: depreciation, interest, rent, … */
    roles?: readonly string[]
    /** Printed captions that mean an account of the workspace; always empty on a platform account. */
    captions?: readonly string[]
    /** False: lines that mean this account stay unmapped. */
    in_force?: boolean
  }[]
}

export type SaveCaptionRulesBody = {
  /** The version this change was decided on. */
  version?: number
  rules: readonly {
    /** exact: the same words. contains: the words stand in the caption. pattern: the whole caption, where * is any text. */
    match: 'exact' | 'contains' | 'pattern'
    caption: string
    /** Only lines printed in this section; null for all. */
    section?:
      'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
    account_id: string
  }[]
}

export type SaveExportMapBody = {
  /** The version this change was decided on. */
  version?: number
  /** Name of the other system; null when there is no map. */
  system: string | null
  accounts: readonly {
    account_id: string
    /** The account's code in the other system. */
    code: string
    label?: string | null
  }[]
}

export type ListStatementMappingsQuery = {
  /** Page size, 1 to 25, 10 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** Only documents of this loan. */
  loanId?: string
}

export type ListStatementMappingsPage = {
  /** Statements without a mapping yet, the newest first. */
  pending_document_ids: readonly string[]
}

export type DiffStatementMappingsQuery = {
  /** Id of a mapping. */
  from: string
}

export type PreviewStatementMappingBody = {
  rules: readonly {
    /** exact: the same words. contains: the words stand in the caption. pattern: the whole caption, where * is any text. */
    match: 'exact' | 'contains' | 'pattern'
    caption: string
    /** Only lines printed in this section; null for all. */
    section?:
      'revenue' | 'cogs' | 'opex' | 'other_income' | 'other_expenses' | 'dispositions' | 'interest' | 'taxes' | null
    account_id: string
  }[]
}

export type GetEbitdaAddbacksQuery = {
  /** Id of a loan. */
  loanId: string
  /** Only rows of this company; left out: all rows of the loan. */
  entityKey?: string
}

export type SaveEbitdaAddbacksBody = {
  /** The version this change was decided on. */
  version?: number
  /** Takes the place of all rows of the scope. */
  rows: readonly {
    /** Your own name of the row, unique within the loan. */
    id: string
    label: string
    category:
      | 'owner_compensation_excess'
      | 'owner_perks_personal'
      | 'family_payroll'
      | 'related_party_rent'
      | 'related_party_fees'
      | 'one_time_legal_settlement'
      | 'one_time_casualty'
      | 'relocation_restructuring'
      | 'startup_transaction'
      | 'noncash_stock_comp'
      | 'noncash_impairment'
      | 'nonoperating_asset_cost'
      | 'discretionary_charity'
      | 'capital_item_expensed'
      | 'owner_draw_expensed'
      | 'loan_principal_expensed'
      | 'other'
      | 'one_time_income'
      | 'below_market_owner_pay'
      | 'below_market_rent'
      | 'nonrecurring_other_income'
    amounts: readonly {
      fiscal_year: number
      /** The last day of the period; null: the full year of that number. */
      period_end: string | null
      /** Signed toward EBITDA: a cost that would fall away is positive. */
      amount: string
    }[]
    /** What shows it. */
    note?: string | null
    /** The company it is of; null: of the loan as a whole. */
    entity_key?: string | null
  }[]
}

export type SaveEbitdaAddbacksQuery = {
  /** Id of a loan. */
  loanId: string
  /** Only rows of this company; left out: all rows of the loan. */
  entityKey?: string
}

export type GetLoanAttributesQuery = {
  /** One of: final, machine, draft. */
  status?: string
}

export type ListLoanAttributeVersionsQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
  /** One of: final, machine, draft. */
  status?: string
}

export type SaveLoanAttributesDraftBody = {
  /** The version this change was decided on. */
  version?: number
  affiliates?: 'distributions' | 'statements'
  /** Takes the place of what the last draft gave. */
  given: readonly {
    key:
      | 'debt_service_existing'
      | 'debt_service_proposed'
      | 'property_debt_service'
      | 'capex_unfinanced'
      | 'collateral_value'
      | 'living_expenses'
      | 'personal_debt_service'
      | 'distributions'
      | 'contributions'
      | 'cash_taxes'
      | 'k1_distributions'
      | 'personal_taxes'
      | 'intragroup_payments'
    /** Whose figure it is; null: of the borrower. */
    entity_key?: string | null
    fiscal_year?: number | null
    period_end?: string | null
    value: string
    /** Where it is from. */
    note: string
  }[]
  note?: string | null
}

export type FinalizeLoanAttributesBody = {
  /** The snapshot you have looked at; refused when its figures are no longer those. */
  snapshot_id?: string
}

export type GetStatementsWorkbookAnswer = WorkbookLink | WorkbookRendering

export type GetTablesWorkbookAnswer = WorkbookLink | WorkbookRendering

export type CreateMemoBody = {
  /** Credit memo when left out. */
  title?: string
  commentary?: {
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    request?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    structure?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    borrower?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    industry?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    relationship?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    financials?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    cash_flow?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    guarantors?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    collateral?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    risks?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    rating?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    exceptions?: string
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    conditions?: string
  }
}

export type ListMemosQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type UpdateMemoBody = {
  /** The version this change was decided on. */
  version?: number
  /** Credit memo when left out. */
  title?: string
  /** Only the sections that change; null takes one away. */
  commentary?: {
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    request?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    structure?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    borrower?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    industry?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    relationship?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    financials?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    cash_flow?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    guarantors?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    collateral?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    risks?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    rating?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    exceptions?: string | null
    /** Plain text. An empty line begins a paragraph, a dash an item. */
    conditions?: string | null
  }
}

export type RenderMemoBody = {
  /** The figures to print. Left out: the final snapshot, or the machine’s where none is final. */
  snapshot_id?: string
}

export type GetUsageAnswer = {
  /** Credits less charges; below zero when a package held more documents than expected. */
  balance_usd: string
  /** Held for packages that are being processed. */
  reserved_usd: string
  /** Balance less what is reserved: what the next documents can draw on. */
  available_usd: string
  /** Reserved for a package when it is confirmed, and charged a document. */
  per_doc_reservation_usd: string
  /** Most that is charged in a calendar month; null for no cap. */
  spend_cap_usd: string | null
  /** Packages that are confirmed and not finished. */
  in_flight_docs: number
  /** Beyond this many uploads answer usage_throttled. */
  max_in_flight_docs: number
  period: {
    /** The calendar month in UTC, as YYYY-MM. */
    month: string
    /** Charged in this month. */
    spent_usd: string
    /** Documents found and charged in this month. */
    documents: number
  }
}

export type ListLedgerEntriesQuery = {
  /** Page size, 1 to 100, 25 when left out. */
  limit?: number
  /** next_cursor of the page before; left out for the first page. */
  cursor?: string
}

export type MintEmbedSessionBody = {
  /** The one loan that the session will reach. */
  loan_id: string
  /** None that the key lacks. Left out: what the surface needs, as far as the key has it. */
  scopes?: readonly (
    | 'borrowers:read'
    | 'loans:read'
    | 'documents:read'
    | 'documents:write'
    | 'documents:delete'
    | 'extractions:read'
    | 'extractions:write'
    | 'spreads:read'
    | 'spreads:write'
    | 'chart:read'
    | 'chart:write'
  )[]
  /** Your own lasting name for the person. Their work returns in that person's next session. */
  external_user_id?: string
  /** How the person is shown; only with external_user_id. */
  display_name?: string
  /** How long the session lives, 3600 when left out. */
  ttl_seconds?: number
}

export type MintIframeUrlBody = {
  /** The one loan that the session will reach. */
  loan_id: string
  /** None that the key lacks. Left out: what the surface needs, as far as the key has it. */
  scopes?: readonly (
    | 'borrowers:read'
    | 'loans:read'
    | 'documents:read'
    | 'documents:write'
    | 'documents:delete'
    | 'extractions:read'
    | 'extractions:write'
    | 'spreads:read'
    | 'spreads:write'
    | 'chart:read'
    | 'chart:write'
  )[]
  /** Your own lasting name for the person. Their work returns in that person's next session. */
  external_user_id?: string
  /** How the person is shown; only with external_user_id. */
  display_name?: string
  surface: 'spreading' | 'documents'
  /** How long the session lives, 3600 when left out. */
  token_lifetime_seconds?: number
}

export type ExchangeIframeHandleBody = {
  /** What stands in the fragment of a frame's address. */
  handle: string
}

export type GetEmbedOriginsAnswer = {
  /** 0 when none were ever saved. */
  version: number
  origins: readonly string[]
}

export type SaveEmbedOriginsBody = {
  /** The version this change was decided on. */
  version?: number
  origins: readonly string[]
}

export type SaveEmbedOriginsAnswer = {
  /** 0 when none were ever saved. */
  version: number
  origins: readonly string[]
}

export type GetEmbedWorkAnswer = {
  /** 0 when nothing was ever saved. */
  version: number
  work: Readonly<Record<string, unknown>> | null
}

export type SaveEmbedWorkBody = {
  /** The surface's own; given back as it was sent. */
  work: Readonly<Record<string, unknown>>
}

export type SaveEmbedWorkAnswer = {
  /** 0 when nothing was ever saved. */
  version: number
  work: Readonly<Record<string, unknown>> | null
}
