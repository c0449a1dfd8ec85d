/** Generated from the migrated database by npm run generate; not edited by hand. */
import type { Generated } from 'kysely'

export interface AddbackVersions {
  workspace_id: string
  loan_id: string
  version: number
  rows: unknown
  saved_by: string
  saved_at: Generated<Date>
}

export interface ApiKeys {
  workspace_id: string
  id: string
  name: string
  key_hash: Buffer
  hint: string
  role: string
  scopes: string[]
  rate_limits: Generated<unknown>
  created_at: Generated<Date>
  revoked_at: Date | null
}

export interface AuditHeads {
  workspace_id: string
  seq: bigint
  hash: Buffer
}

export interface AuditLog {
  workspace_id: string
  seq: bigint
  entry: string
  previous_hash: Buffer
  hash: Buffer
}

export interface BillingAccounts {
  workspace_id: string
  covers_processing: Generated<boolean>
  per_doc_cents: Generated<bigint>
  spend_cap_cents: bigint | null
  max_in_flight_docs: Generated<number>
  balance_cents: Generated<bigint>
  reserved_cents: Generated<bigint>
  in_flight_docs: Generated<number>
  period: string
  period_spent_cents: Generated<bigint>
  period_documents: Generated<number>
}

export interface Borrowers {
  workspace_id: string
  id: string
  business_name: string | null
  is_intake: boolean
  entity_type: string | null
  ein_last4: string | null
  naics_code: string | null
  email: string | null
  phone: string | null
  address: unknown
  external_id: string | null
  metadata: Generated<unknown>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface ChartVersions {
  workspace_id: string
  kind: string
  version: number
  content: unknown
  saved_by: string
  saved_at: Generated<Date>
}

export interface Charts {
  workspace_id: string
  chart_version: Generated<number>
  rules_version: Generated<number>
  export_map_version: Generated<number>
  generation: Generated<string>
}

export interface Documents {
  workspace_id: string
  id: string
  job_id: string
  borrower_id: string
  loan_id: string
  category: string
  report_type: string
  pages: number[]
  file_name: string
  status: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  page_parts: unknown
  classification: unknown
  entity_name: string | null
  entity_source: unknown
  entity_ein_last4: string | null
  assurance_level: string | null
  cpa_engagement: unknown
  extraction_version: number | null
  proof: unknown
  entity_key: string | null
  entity_unlinked: Generated<boolean>
  company_attachments: Generated<unknown>
  attached_by_hand: Generated<boolean>
}

export interface EmbedHandles {
  workspace_id: string
  id: string
  api_key_id: string
  loan_id: string
  surface: string
  handle_hash: Buffer
  scopes: string[]
  external_user_id: string | null
  display_name: string | null
  token_lifetime_seconds: number
  expires_at: Date
  created_at: Generated<Date>
  exchanged_at: Date | null
  session_id: string | null
  revoked_at: Date | null
}

export interface EmbedOrigins {
  workspace_id: string
  origins: string[]
  version: number
  updated_at: Generated<Date>
}

export interface EmbedSessions {
  workspace_id: string
  id: string
  api_key_id: string
  loan_id: string
  borrower_id: string
  token_hash: Buffer
  scopes: string[]
  external_user_id: string | null
  display_name: string | null
  expires_at: Date
  created_at: Generated<Date>
  revoked_at: Date | null
}

export interface EmbedWork {
  workspace_id: string
  loan_id: string
  owner: string
  work: unknown
  version: number
  updated_at: Generated<Date>
}

export interface EventFollowers {
  workspace_id: string
  until: Date
}

export interface Events {
  workspace_id: string
  id: string
  type: string
  livemode: boolean
  loan_id: string | null
  data: unknown
  once: string | null
  created_at: Generated<Date>
}

export interface ExportFiles {
  workspace_id: string
  export_id: string
  document_id: string
  name: string
  report_type: string
  extraction_version: number
  line_items: number
  size_bytes: bigint
  sha256: Buffer
}

export interface Exports {
  workspace_id: string
  id: string
  borrower_id: string
  loan_id: string
  format: string
  status: string
  livemode: boolean
  document_ids: string[]
  done: Generated<number>
  skipped_document_ids: Generated<string[]>
  error_code: string | null
  bundle_size: bigint | null
  bundle_sha256: Buffer | null
  api_key_id: string | null
  idempotency_key: string | null
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
  expires_at: Date | null
  updated_at: Generated<Date>
}

export interface Extractions {
  workspace_id: string
  document_id: string
  version: number
  report_type: string
  engine_version: string
  cause: string
  payload: unknown
  proof: unknown
  line_items: number
  created_at: Generated<Date>
}

export interface Figures {
  workspace_id: string
  id: string
  borrower_id: string
  document_id: string
  address: string
  caption: string
  caption_key: string
  fiscal_year: number | null
  period_end: string | null
  period_label: string | null
  value: string
  scale: string
  page: number
  box: number[]
  printed: string
  created_at: Generated<Date>
}

export interface IdempotencyKeys {
  workspace_id: string
  api_key_id: string
  key: string
  fingerprint: Buffer
  state: string
  status: number | null
  body: string | null
  claimed_at: Generated<Date>
}

export interface Jobs {
  workspace_id: string
  id: string
  borrower_id: string
  loan_id: string
  file_name: string
  content_type: string
  size_bytes: bigint
  livemode: boolean
  declared_sha256: Buffer | null
  sha256: Buffer | null
  sample_document: string | null
  status: Generated<string>
  duplicate_of: string | null
  error_code: string | null
  step: string | null
  pages_done: Generated<number>
  pages_total: number | null
  pages_key: string | null
  lease: Generated<number>
  upload_expires_at: Date
  confirmed_at: Date | null
  deadline_at: Date | null
  finished_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface LedgerEntries {
  workspace_id: string
  id: string
  created_at: Date
  kind: string
  balance_cents: bigint
  reserved_cents: bigint
  in_flight_docs: number
  documents: Generated<number>
  job_id: string | null
  note: string | null
}

export interface Loans {
  workspace_id: string
  id: string
  borrower_id: string
  name: string | null
  amount_cents: bigint | null
  purpose: string | null
  product: string | null
  term_months: number | null
  external_id: string | null
  guarantors: string[] | null
  status: Generated<string>
  metadata: Generated<unknown>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface MappingOutlines {
  workspace_id: string
  id: string
  rows: unknown
}

export interface MappingRequests {
  workspace_id: string
  document_id: string
  requested_at: Generated<Date>
}

export interface Mappings {
  workspace_id: string
  id: string
  document_id: string
  extraction_version: number
  chart_document_version: number
  chart_rules_version: number
  export_map_version: number
  engine_version: string
  platform_chart_version: string
  status: string
  payload: unknown
  hint: unknown
  created_at: Generated<Date>
  placements: Generated<unknown>
  outline_id: string | null
}

export interface MemoRenders {
  workspace_id: string
  id: string
  borrower_id: string
  loan_id: string
  memo_id: string
  memo_version: number
  snapshot_id: string
  status: string
  livemode: boolean
  title: string
  commentary: unknown
  shows_loan_file: boolean
  document: unknown
  error_code: string | null
  pdf_size: number | null
  pdf_sha256: Buffer | null
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
  updated_at: Generated<Date>
}

export interface Memos {
  workspace_id: string
  id: string
  loan_id: string
  title: string
  commentary: unknown
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface Organizations {
  id: string
  name: string
  created_at: Generated<Date>
}

export interface Outbox {
  workspace_id: string
  id: string
  topic: string
  payload: unknown
  created_at: Generated<Date>
  due_at: Generated<Date>
  handed_at: Date | null
  attempts: Generated<number>
}

export interface PageDrawings {
  workspace_id: string
  job_id: string
  first_page: number
  requested_at: Generated<Date>
}

export interface Reservations {
  workspace_id: string
  job_id: string
  amount_cents: bigint
}

export interface SandboxResets {
  workspace_id: string
  id: string
  status: Generated<string>
  seeded_at: Date | null
  purge_errors: Generated<number>
  requested_at: Generated<Date>
  updated_at: Generated<Date>
  finished_at: Date | null
  keeps_what_is_there: Generated<boolean>
}

export interface Snapshots {
  workspace_id: string
  id: string
  loan_id: string
  status: string
  version: number
  payload: unknown
  manifest: unknown
  hash: string
  created_at: Generated<Date>
  finalized_at: Date | null
  finalized_by: string | null
  finalized_by_external_user_id: string | null
}

export interface SpreadRequests {
  workspace_id: string
  loan_id: string
  requested_at: Generated<Date>
}

export interface Spreads {
  workspace_id: string
  loan_id: string
  closed_by: string | null
}

export interface WebhookDeliveries {
  workspace_id: string
  id: string
  created_at: Date
  endpoint_id: string
  event_id: string
  event_type: string
  loan_id: string | null
  secret_id: string
  body: string
  replay_of: string | null
  status: Generated<string>
  attempts: Generated<number>
  next_attempt_at: Date | null
  lease: string | null
  leased_by: string | null
  leased_until: Date | null
  swept_at: Date | null
  last_status_code: number | null
  last_error: string | null
  delivered_at: Date | null
}

export interface WebhookEndpoints {
  workspace_id: string
  id: string
  url: string
  description: string | null
  subscribed_events: string[]
  status: Generated<string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface WebhookSecrets {
  workspace_id: string
  id: string
  endpoint_id: string
  sealed: Buffer
  wrapped_key: Buffer
  kek_id: string
  created_at: Generated<Date>
  expires_at: Date | null
}

export interface Workbooks {
  workspace_id: string
  loan_id: string
  kind: string
  asked_at: Date | null
  asked_build: string | null
  built_key: string | null
  build: string | null
  size_bytes: bigint | null
  sha256: Buffer | null
  rendered_at: Date | null
  failed_key: string | null
  failed_at: Date | null
}

export interface WorkspaceMoves {
  workspace: string
  tag: string
  state: string
  cell: string
  lifecycle: string
  since: Generated<Date>
}

export interface Workspaces {
  id: string
  organization_id: string
  name: string
  mode: string
  live_workspace_id: string | null
  lifecycle: Generated<string>
  plan: Generated<string>
  features: Generated<string[]>
  subscription_status: Generated<string>
  created_at: Generated<Date>
}

export interface DB {
  addback_versions: AddbackVersions
  api_keys: ApiKeys
  audit_heads: AuditHeads
  audit_log: AuditLog
  billing_accounts: BillingAccounts
  borrowers: Borrowers
  chart_versions: ChartVersions
  charts: Charts
  documents: Documents
  embed_handles: EmbedHandles
  embed_origins: EmbedOrigins
  embed_sessions: EmbedSessions
  embed_work: EmbedWork
  event_followers: EventFollowers
  events: Events
  export_files: ExportFiles
  exports: Exports
  extractions: Extractions
  figures: Figures
  idempotency_keys: IdempotencyKeys
  jobs: Jobs
  ledger_entries: LedgerEntries
  loans: Loans
  mapping_outlines: MappingOutlines
  mapping_requests: MappingRequests
  mappings: Mappings
  memo_renders: MemoRenders
  memos: Memos
  organizations: Organizations
  outbox: Outbox
  page_drawings: PageDrawings
  reservations: Reservations
  sandbox_resets: SandboxResets
  snapshots: Snapshots
  spread_requests: SpreadRequests
  spreads: Spreads
  webhook_deliveries: WebhookDeliveries
  webhook_endpoints: WebhookEndpoints
  webhook_secrets: WebhookSecrets
  workbooks: Workbooks
  workspace_moves: WorkspaceMoves
  workspaces: Workspaces
}
