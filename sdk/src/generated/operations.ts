/** Generated from contract/openapi.json by npm run generate; not edited by hand. */
import { Client, pathOf } from '../client.ts'
import type { CallOptions } from '../client.ts'
import type { Listing } from '../listing.ts'
import type {
  ApiKey,
  AttributeSnapshot,
  AttributeSnapshotSummary,
  AuditEntry,
  Borrower,
  ChartOfAccounts,
  ConfirmedUpload,
  Document,
  DocumentPage,
  DownloadLink,
  EbitdaAddbacks,
  EmbedSession,
  Event,
  ExchangedEmbedSession,
  Export,
  ExportMap,
  Figure,
  IframeHandle,
  Job,
  Loan,
  LoanChecks,
  MappingDiff,
  MappingPreview,
  MappingProof,
  Me,
  Memo,
  MemoPdf,
  MemoRender,
  MintedIframeHandle,
  NewWebhookEndpoint,
  Organization,
  Owner,
  ReportData,
  RotatedWebhookEndpoint,
  SandboxReset,
  Spread,
  StatementMapping,
  Upload,
  WebhookDelivery,
  WebhookEndpoint,
  ListOrganizationsQuery,
  ListKeysQuery,
  CreateKeyBody,
  CreateKeyAnswer,
  ListAuditLogQuery,
  ListBorrowersQuery,
  CreateBorrowerBody,
  UpdateBorrowerBody,
  CompleteIntakeBody,
  ListLoansQuery,
  ListBorrowerLoansQuery,
  CreateLoanBody,
  UpdateLoanBody,
  PresignUploadBody,
  PresignUploadsBody,
  PresignUploadsAnswer,
  ConfirmUploadBody,
  ConfirmUploadsBody,
  ConfirmUploadsAnswer,
  GetJobStatusesBody,
  GetJobStatusesAnswer,
  OpenIntakeBody,
  OpenIntakeAnswer,
  ListJobsQuery,
  ListJobResultsQuery,
  ListProfitLossStatementDocumentsQuery,
  ListBalanceSheetDocumentsQuery,
  ListCashFlowStatementDocumentsQuery,
  ListBankStatementDocumentsQuery,
  ListTaxReturnDocumentsQuery,
  ListPersonalFinancialStatementDocumentsQuery,
  ListDebtScheduleDocumentsQuery,
  ListARAgingDocumentsQuery,
  ListAPAgingDocumentsQuery,
  ListOtherDocumentsQuery,
  ListDocumentsByReportTypeQuery,
  ListOwnersQuery,
  QueryFiguresQuery,
  QueryFiguresInBulkBody,
  QueryFiguresInBulkAnswer,
  CorrectDocumentBody,
  GetReportDataQuery,
  ExportDocumentQuery,
  CreateExportBody,
  ListExportsQuery,
  CreateWebhookEndpointBody,
  ListWebhookEndpointsQuery,
  UpdateWebhookEndpointBody,
  ListWebhookDeliveriesQuery,
  ReplayWebhookDeliveriesBody,
  ReplayWebhookDeliveriesAnswer,
  ListEventsQuery,
  StreamEventsQuery,
  SaveChartOfAccountsBody,
  SaveCaptionRulesBody,
  SaveExportMapBody,
  ListStatementMappingsQuery,
  ListStatementMappingsPage,
  DiffStatementMappingsQuery,
  PreviewStatementMappingBody,
  GetEbitdaAddbacksQuery,
  SaveEbitdaAddbacksBody,
  SaveEbitdaAddbacksQuery,
  GetLoanAttributesQuery,
  ListLoanAttributeVersionsQuery,
  SaveLoanAttributesDraftBody,
  FinalizeLoanAttributesBody,
  GetStatementsWorkbookAnswer,
  GetTablesWorkbookAnswer,
  CreateMemoBody,
  ListMemosQuery,
  UpdateMemoBody,
  RenderMemoBody,
  GetUsageAnswer,
  ListLedgerEntriesQuery,
  MintEmbedSessionBody,
  MintIframeUrlBody,
  ExchangeIframeHandleBody,
  GetEmbedOriginsAnswer,
  SaveEmbedOriginsBody,
  SaveEmbedOriginsAnswer,
  GetEmbedWorkAnswer,
  SaveEmbedWorkBody,
  SaveEmbedWorkAnswer,
} from './types.ts'

/** The service as typed calls: every operation of the reference is a method of the same name. */
export class Tieout extends Client {
  /**
   * Who am I.
   *
   * The key or the embed session that asks, its workspace and what it may do. One of key_id and session is null.
   */
  getMe(options: CallOptions = {}): Promise<Me> {
    return this.call({ method: 'GET', path: '/api/me' }, options)
  }

  /**
   * List organizations.
   *
   * The organizations that the key reaches: the one that owns its workspace.
   */
  listOrganizations(query: ListOrganizationsQuery = {}, options: CallOptions = {}): Listing<Organization> {
    return this.list({ method: 'GET', path: '/api/organizations', query }, options, 'data')
  }

  /**
   * List API keys.
   *
   * Revoked ones included; never the keys themselves.
   *
   * Scope `keys:read`.
   */
  listKeys(query: ListKeysQuery = {}, options: CallOptions = {}): Listing<ApiKey> {
    return this.list({ method: 'GET', path: '/api/keys', query }, options, 'data')
  }

  /**
   * Issue an API key.
   *
   * By an administrator key, for its own workspace, with no scope that it lacks itself. The key is shown once.
   *
   * Scope `keys:write`.
   */
  createKey(body: CreateKeyBody, options: CallOptions = {}): Promise<CreateKeyAnswer> {
    return this.call({ method: 'POST', path: '/api/keys', body }, options)
  }

  /**
   * Revoke an API key.
   *
   * By an administrator key. It stops working at once.
   *
   * Scope `keys:write`.
   */
  revokeKey(id: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/keys/${id}` }, options)
  }

  /**
   * Read the audit log.
   *
   * Every write of the workspace, newest first. Each entry carries the hash of the one before it, so that a missing or changed entry shows.
   *
   * Scope `audit:read`.
   */
  listAuditLog(query: ListAuditLogQuery = {}, options: CallOptions = {}): Listing<AuditEntry> {
    return this.list({ method: 'GET', path: '/api/audit-log', query }, options, 'data')
  }

  /**
   * List borrowers.
   *
   * The curated list, newest first; with intake=true the borrowers whose intake is not completed.
   *
   * Scope `borrowers:read`.
   */
  listBorrowers(query: ListBorrowersQuery = {}, options: CallOptions = {}): Listing<Borrower> {
    return this.list({ method: 'GET', path: '/api/borrowers', query }, options, 'data')
  }

  /**
   * Create a borrower.
   *
   * Scope `borrowers:write`.
   */
  createBorrower(body: CreateBorrowerBody, options: CallOptions = {}): Promise<Borrower> {
    return this.call({ method: 'POST', path: '/api/borrowers', body }, options)
  }

  /**
   * Read a borrower.
   *
   * Scope `borrowers:read`.
   */
  getBorrower(id: string, options: CallOptions = {}): Promise<Borrower> {
    return this.call({ method: 'GET', path: pathOf`/api/borrowers/${id}` }, options)
  }

  /**
   * Change a borrower.
   *
   * Sets the members that are sent. Send the version you read to be told when somebody else was faster.
   *
   * Scope `borrowers:write`.
   */
  updateBorrower(id: string, body: UpdateBorrowerBody, options: CallOptions = {}): Promise<Borrower> {
    return this.call({ method: 'PATCH', path: pathOf`/api/borrowers/${id}`, body }, options)
  }

  /**
   * Delete a borrower.
   *
   * With everything that belongs to it. Refused while one of its exports or renders runs.
   *
   * Scope `borrowers:delete`.
   */
  deleteBorrower(id: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/borrowers/${id}` }, options)
  }

  /**
   * Complete an intake.
   *
   * Names the borrower and moves it from the intake list to the curated one.
   *
   * Scope `borrowers:write`.
   */
  completeIntake(id: string, body: CompleteIntakeBody, options: CallOptions = {}): Promise<Borrower> {
    return this.call({ method: 'POST', path: pathOf`/api/borrowers/${id}/complete-intake`, body }, options)
  }

  /**
   * List loans.
   *
   * All loans of the workspace, newest first.
   *
   * Scope `borrowers:read`.
   */
  listLoans(query: ListLoansQuery = {}, options: CallOptions = {}): Listing<Loan> {
    return this.list({ method: 'GET', path: '/api/loans', query }, options, 'data')
  }

  /**
   * List a borrower's loans.
   *
   * Scope `borrowers:read`.
   */
  listBorrowerLoans(borrowerId: string, query: ListBorrowerLoansQuery = {}, options: CallOptions = {}): Listing<Loan> {
    return this.list({ method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/loans`, query }, options, 'data')
  }

  /**
   * Create a loan.
   *
   * Scope `borrowers:write`.
   */
  createLoan(borrowerId: string, body: CreateLoanBody, options: CallOptions = {}): Promise<Loan> {
    return this.call({ method: 'POST', path: pathOf`/api/borrowers/${borrowerId}/loans`, body }, options)
  }

  /**
   * Read a loan.
   *
   * Scope `borrowers:read`.
   */
  getLoan(id: string, options: CallOptions = {}): Promise<Loan> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${id}` }, options)
  }

  /**
   * Change a loan.
   *
   * Sets the members that are sent. Guarantors are left alone when not sent, replaced by a list, cleared by an empty one.
   *
   * Scope `borrowers:write`.
   */
  updateLoan(id: string, body: UpdateLoanBody, options: CallOptions = {}): Promise<Loan> {
    return this.call({ method: 'PATCH', path: pathOf`/api/loans/${id}`, body }, options)
  }

  /**
   * Delete a loan.
   *
   * Scope `borrowers:delete`.
   */
  deleteLoan(id: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/loans/${id}` }, options)
  }

  /**
   * Compare a loan's documents with each other.
   *
   * What two documents say of the same thing, with the addresses of both. A difference is a finding, not a verdict; every kind of check is listed, as not_proved where there was nothing to compare.
   *
   * Scope `extractions:read`.
   */
  checkLoan(id: string, options: CallOptions = {}): Promise<LoanChecks> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${id}/checks` }, options)
  }

  /**
   * Ask for a link to upload one file.
   *
   * The link leads straight to the object store, takes one PUT of the announced type and length, and is good for 15 minutes. Confirm the upload afterwards; what is not confirmed within an hour after that expires.
   *
   * Scope `documents:write`.
   */
  presignUpload(body: PresignUploadBody, options: CallOptions = {}): Promise<Upload> {
    return this.call({ method: 'POST', path: '/api/documents/presigned-url', body }, options)
  }

  /**
   * Ask for links to upload up to 100 files of one loan.
   *
   * Scope `documents:write`.
   */
  presignUploads(body: PresignUploadsBody, options: CallOptions = {}): Promise<PresignUploadsAnswer> {
    return this.call({ method: 'POST', path: '/api/documents/presigned-urls-batch', body }, options)
  }

  /**
   * Confirm that a file was uploaded.
   *
   * Starts the processing. Confirming again answers the same and starts nothing. A file whose bytes are already in the loan becomes a DUPLICATE of the earlier job.
   *
   * Scope `documents:write`.
   */
  confirmUpload(jobId: string, body: ConfirmUploadBody = {}, options: CallOptions = {}): Promise<ConfirmedUpload> {
    return this.call({ method: 'POST', path: pathOf`/api/documents/${jobId}/confirm-upload`, body }, options)
  }

  /**
   * Confirm up to 250 uploads.
   *
   * Each job has its own outcome; one that can not be confirmed does not hold up the others.
   *
   * Scope `documents:write`.
   */
  confirmUploads(body: ConfirmUploadsBody, options: CallOptions = {}): Promise<ConfirmUploadsAnswer> {
    return this.call({ method: 'POST', path: '/api/documents/confirm-uploads', body }, options)
  }

  /**
   * Read the state of a job.
   *
   * Scope `documents:read`.
   */
  getJobStatus(jobId: string, options: CallOptions = {}): Promise<Job> {
    return this.call({ method: 'GET', path: pathOf`/api/documents/${jobId}/status` }, options)
  }

  /**
   * Read the state of up to 200 jobs.
   *
   * Scope `documents:read`.
   */
  getJobStatuses(body: GetJobStatusesBody, options: CallOptions = {}): Promise<GetJobStatusesAnswer> {
    return this.call({ method: 'POST', path: '/api/documents/status-batch', body }, options)
  }

  /**
   * Get a short-lived link to the file as it was uploaded.
   *
   * Good for five minutes. There is none before the upload is confirmed.
   *
   * Scope `documents:read`.
   */
  getDownloadLink(jobId: string, options: CallOptions = {}): Promise<DownloadLink> {
    return this.call({ method: 'GET', path: pathOf`/api/documents/${jobId}/download-url` }, options)
  }

  /**
   * Open a borrower, a loan and uploads in one call.
   *
   * The borrower stands on the intake list until its intake is completed. All of it is made, or nothing.
   *
   * Scope `documents:write`.
   */
  openIntake(body: OpenIntakeBody, options: CallOptions = {}): Promise<OpenIntakeAnswer> {
    return this.call({ method: 'POST', path: '/api/intake', body }, options)
  }

  /**
   * List a borrower's upload jobs.
   *
   * Scope `documents:read`.
   */
  listJobs(id: string, query: ListJobsQuery = {}, options: CallOptions = {}): Listing<Job> {
    return this.list({ method: 'GET', path: pathOf`/api/borrowers/${id}/jobs`, query }, options, 'data')
  }

  /**
   * List the documents that were found in a package.
   *
   * In the order of its pages. Empty until the package is cut; a document whose extraction is still to come says so.
   *
   * Scope `documents:read`.
   */
  listJobResults(
    id: string,
    jobId: string,
    query: ListJobResultsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${id}/jobs/${jobId}/results`, query },
      options,
      'data',
    )
  }

  /**
   * Delete a job, its documents and its bytes.
   *
   * Work on it that has begun is cancelled.
   *
   * Scope `documents:delete`.
   */
  deleteJob(jobId: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/jobs/${jobId}` }, options)
  }

  /**
   * List a borrower's documents of the category Profit Loss Statement.
   *
   * Scope `extractions:read`.
   */
  listProfitLossStatementDocuments(
    borrowerId: string,
    query: ListProfitLossStatementDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/profit-loss-statements`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Profit Loss Statement.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getProfitLossStatement(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/profit-loss-statement` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Balance Sheet.
   *
   * Scope `extractions:read`.
   */
  listBalanceSheetDocuments(
    borrowerId: string,
    query: ListBalanceSheetDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/balance-sheets`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Balance Sheet.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getBalanceSheet(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/balance-sheet` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Cash Flow Statement.
   *
   * Scope `extractions:read`.
   */
  listCashFlowStatementDocuments(
    borrowerId: string,
    query: ListCashFlowStatementDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/cash-flow-statements`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Cash Flow Statement.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getCashFlowStatement(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/cash-flow-statement` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Bank Statement.
   *
   * Scope `extractions:read`.
   */
  listBankStatementDocuments(
    borrowerId: string,
    query: ListBankStatementDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/bank-statements`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Bank Statement.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getBankStatement(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/bank-statement` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Tax Return.
   *
   * Scope `extractions:read`.
   */
  listTaxReturnDocuments(
    borrowerId: string,
    query: ListTaxReturnDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/tax-returns`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Tax Return.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getTaxReturn(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/tax-return` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Personal Financial Statement.
   *
   * Scope `extractions:read`.
   */
  listPersonalFinancialStatementDocuments(
    borrowerId: string,
    query: ListPersonalFinancialStatementDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/personal-financial-statements`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Personal Financial Statement.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getPersonalFinancialStatement(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/personal-financial-statement` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Debt Schedule.
   *
   * Scope `extractions:read`.
   */
  listDebtScheduleDocuments(
    borrowerId: string,
    query: ListDebtScheduleDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/debt-schedules`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Debt Schedule.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getDebtSchedule(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/debt-schedule` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category AR Aging.
   *
   * Scope `extractions:read`.
   */
  listARAgingDocuments(
    borrowerId: string,
    query: ListARAgingDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/ar-agings`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category AR Aging.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getARAging(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/ar-aging` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category AP Aging.
   *
   * Scope `extractions:read`.
   */
  listAPAgingDocuments(
    borrowerId: string,
    query: ListAPAgingDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/ap-agings`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category AP Aging.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getAPAging(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/ap-aging` },
      options,
    )
  }

  /**
   * List a borrower's documents of the category Other.
   *
   * Scope `extractions:read`.
   */
  listOtherDocuments(
    borrowerId: string,
    query: ListOtherDocumentsQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/others`, query },
      options,
      'data',
    )
  }

  /**
   * Read what was extracted from a document of the category Other.
   *
   * A document of another category is not found here.
   *
   * Scope `extractions:read`.
   */
  getOther(borrowerId: string, docId: string, options: CallOptions = {}): Promise<ReportData> {
    return this.call({ method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/other` }, options)
  }

  /**
   * List a borrower's documents by the slug of their category.
   *
   * Scope `extractions:read`.
   */
  listDocumentsByReportType(
    borrowerId: string,
    reportType: string,
    query: ListDocumentsByReportTypeQuery = {},
    options: CallOptions = {},
  ): Listing<Document> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/reports/${reportType}`, query },
      options,
      'data',
    )
  }

  /**
   * List the people whom a borrower's documents are about.
   *
   * Scope `extractions:read`.
   */
  listOwners(borrowerId: string, query: ListOwnersQuery = {}, options: CallOptions = {}): Listing<Owner> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/owners`, query },
      options,
      'data',
    )
  }

  /**
   * Find figures over all of a borrower's documents.
   *
   * Scope `extractions:read`.
   */
  queryFigures(borrowerId: string, query: QueryFiguresQuery = {}, options: CallOptions = {}): Listing<Figure> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/query`, query },
      options,
      'data',
    )
  }

  /**
   * Ask several queries at once.
   *
   * Scope `extractions:read`.
   */
  queryFiguresInBulk(
    borrowerId: string,
    body: QueryFiguresInBulkBody,
    options: CallOptions = {},
  ): Promise<QueryFiguresInBulkAnswer> {
    return this.call(
      { method: 'POST', path: pathOf`/api/borrowers/${borrowerId}/extractions/query-bulk`, body },
      options,
    )
  }

  /**
   * Read a document.
   *
   * Scope `extractions:read`.
   */
  getDocument(borrowerId: string, docId: string, options: CallOptions = {}): Promise<Document> {
    return this.call({ method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}` }, options)
  }

  /**
   * Correct a document: its category, its company, its captions, its figures.
   *
   * Makes a new revision of the extraction; earlier ones stay readable. A document of another category is read again first: then the answer is 202 and the revision follows.
   *
   * Scope `extractions:write`.
   */
  correctDocument(
    borrowerId: string,
    docId: string,
    body: CorrectDocumentBody,
    options: CallOptions = {},
  ): Promise<Document> {
    return this.call(
      { method: 'PATCH', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}`, body },
      options,
    )
  }

  /**
   * Delete a document and all that was extracted from it.
   *
   * Scope `extractions:delete`.
   */
  deleteDocument(borrowerId: string, docId: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}` }, options)
  }

  /**
   * Read what was extracted from a document, whatever its category.
   *
   * Not found while the document has no extraction.
   *
   * Scope `extractions:read`.
   */
  getReportData(
    borrowerId: string,
    docId: string,
    query: GetReportDataQuery = {},
    options: CallOptions = {},
  ): Promise<ReportData> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/report-data`, query },
      options,
    )
  }

  /**
   * Download what was extracted from a document.
   *
   * Scope `extractions:read`.
   */
  exportDocument(
    borrowerId: string,
    docId: string,
    query: ExportDocumentQuery,
    options: CallOptions = {},
  ): Promise<ReportData | Response> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/export`, query },
      options,
    )
  }

  /**
   * Look at a page of a document.
   *
   * Its words with their boxes, and a link to its picture. The picture is drawn when first asked for.
   *
   * Scope `extractions:read`.
   */
  getDocumentPage(borrowerId: string, docId: string, page: string, options: CallOptions = {}): Promise<DocumentPage> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/pages/${page}` },
      options,
    )
  }

  /**
   * Read a document again.
   *
   * The revision in force stays until the new one is there. Corrections of figures and captions belong to the revision that was corrected and are not carried over; category and company stay.
   *
   * Scope `extractions:write`.
   */
  reprocessDocument(borrowerId: string, docId: string, options: CallOptions = {}): Promise<Document> {
    return this.call(
      { method: 'POST', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/reprocess` },
      options,
    )
  }

  /**
   * Order a bundle of extractions.
   *
   * One file for each document and a manifest with their hashes, as a zip file. The same Idempotency-Key gives the same answer for a day, and after that the export that it made.
   *
   * Scope `extractions:read`.
   */
  createExport(body: CreateExportBody, options: CallOptions = {}): Promise<Export> {
    return this.call({ method: 'POST', path: '/api/extractions/exports', body }, options)
  }

  /**
   * List exports, the newest first.
   *
   * Scope `extractions:read`.
   */
  listExports(query: ListExportsQuery = {}, options: CallOptions = {}): Listing<Export, unknown, 'exports'> {
    return this.list({ method: 'GET', path: '/api/extractions/exports', query }, options, 'exports')
  }

  /**
   * Read an export.
   *
   * Scope `extractions:read`.
   */
  getExport(exportId: string, options: CallOptions = {}): Promise<Export> {
    return this.call({ method: 'GET', path: pathOf`/api/extractions/exports/${exportId}` }, options)
  }

  /**
   * Cancel an export.
   *
   * It ends at its next document. One that is cancelled already is given back as it is.
   *
   * Scope `extractions:read`.
   */
  cancelExport(exportId: string, options: CallOptions = {}): Promise<Export> {
    return this.call({ method: 'POST', path: pathOf`/api/extractions/exports/${exportId}/cancel` }, options)
  }

  /**
   * Fetch the bundle.
   *
   * Scope `extractions:read`.
   */
  downloadExport(exportId: string, options: CallOptions = {}): Promise<Response> {
    return this.call(
      { method: 'GET', path: pathOf`/api/extractions/exports/${exportId}/download`, redirects: true },
      options,
    )
  }

  /**
   * Register a webhook endpoint.
   *
   * The signing secret is in this answer and in no other. A private or internal destination is refused, and so is one endpoint more than a workspace may have in force.
   *
   * Scope `webhooks:write`.
   */
  createWebhookEndpoint(body: CreateWebhookEndpointBody, options: CallOptions = {}): Promise<NewWebhookEndpoint> {
    return this.call({ method: 'POST', path: '/api/webhooks', body }, options)
  }

  /**
   * List webhook endpoints.
   *
   * Every endpoint of the workspace, revoked ones included, newest first.
   *
   * Scope `webhooks:read`.
   */
  listWebhookEndpoints(query: ListWebhookEndpointsQuery = {}, options: CallOptions = {}): Listing<WebhookEndpoint> {
    return this.list({ method: 'GET', path: '/api/webhooks', query }, options, 'data')
  }

  /**
   * Change a webhook endpoint.
   *
   * Sets the members that are sent. Deliveries that are pending go to the URL that is set when they are tried.
   *
   * Scope `webhooks:write`.
   */
  updateWebhookEndpoint(
    id: string,
    body: UpdateWebhookEndpointBody,
    options: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.call({ method: 'PATCH', path: pathOf`/api/webhooks/${id}`, body }, options)
  }

  /**
   * Revoke a webhook endpoint.
   *
   * What was pending for it is dead. Answers once no request to it is under way any more.
   *
   * Scope `webhooks:write`.
   */
  revokeWebhookEndpoint(id: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/webhooks/${id}` }, options)
  }

  /**
   * Rotate the signing secret.
   *
   * What is enqueued from now on is signed with the new secret; what was enqueued before keeps the one it has, for a day.
   *
   * Scope `webhooks:write`.
   */
  rotateWebhookSecret(id: string, options: CallOptions = {}): Promise<RotatedWebhookEndpoint> {
    return this.call({ method: 'POST', path: pathOf`/api/webhooks/${id}/rotate` }, options)
  }

  /**
   * Send a test event.
   *
   * Sends webhook.test to this endpoint, whatever it subscribes to, signed and retried like any other.
   *
   * Scope `webhooks:write`.
   */
  testWebhookEndpoint(id: string, options: CallOptions = {}): Promise<Event> {
    return this.call({ method: 'POST', path: pathOf`/api/webhooks/${id}/test` }, options)
  }

  /**
   * List the deliveries of an endpoint.
   *
   * Scope `webhooks:read`.
   */
  listWebhookDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options: CallOptions = {},
  ): Listing<WebhookDelivery> {
    return this.list({ method: 'GET', path: pathOf`/api/webhooks/${id}/deliveries`, query }, options, 'data')
  }

  /**
   * Replay a delivery.
   *
   * Schedules a new delivery of the same event, signed with the current secret.
   *
   * Scope `webhooks:write`.
   */
  replayWebhookDelivery(id: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.call({ method: 'POST', path: pathOf`/api/webhooks/${id}/deliveries/${deliveryId}/replay` }, options)
  }

  /**
   * Replay many deliveries.
   *
   * Schedules again what matches: dead deliveries unless told otherwise, by event type and time. Of each event only the latest delivery counts, so repeating the call until more is false replays everything once.
   *
   * Scope `webhooks:write`.
   */
  replayWebhookDeliveries(
    id: string,
    body: ReplayWebhookDeliveriesBody,
    options: CallOptions = {},
  ): Promise<ReplayWebhookDeliveriesAnswer> {
    return this.call({ method: 'POST', path: pathOf`/api/webhooks/${id}/deliveries/replay`, body }, options)
  }

  /**
   * List events.
   *
   * What happened in the last 30 days, newest first, each as webhooks carry it: to reconcile what arrived.
   *
   * Scope `webhooks:read`.
   */
  listEvents(query: ListEventsQuery = {}, options: CallOptions = {}): Listing<Event> {
    return this.list({ method: 'GET', path: '/api/events', query }, options, 'data')
  }

  /**
   * Follow events as they happen.
   *
   * Server-sent events, each with the body that webhooks carry, for as long as the connection holds: for machines that nothing can call. Come again with the id of the last message, in the header Last-Event-ID or as after, to go on where the stream broke; some events then come twice, so keep their ids. A comment line says now and then that the stream is alive. It ends after a quarter of an hour, and when keys of the service change: come again.
   *
   * Scope `webhooks:read`.
   */
  streamEvents(query: StreamEventsQuery = {}, options: CallOptions = {}): Promise<Response> {
    return this.call({ method: 'GET', path: '/api/events/stream', query }, options)
  }

  /**
   * Make a test event.
   *
   * Records webhook.test for those who follow the stream or read the list. No endpoint gets it.
   *
   * Scope `webhooks:write`.
   */
  recordTestEvent(options: CallOptions = {}): Promise<Event> {
    return this.call({ method: 'POST', path: '/api/events/test' }, options)
  }

  /**
   * Read the chart of accounts.
   *
   * The platform chart with what the workspace made of it, and the caption rules of the workspace.
   *
   * Scope `chart:read`.
   */
  getChartOfAccounts(options: CallOptions = {}): Promise<ChartOfAccounts> {
    return this.call({ method: 'GET', path: '/api/chart-of-accounts' }, options)
  }

  /**
   * Save the chart of accounts.
   *
   * Adds accounts, renames them, moves them within their section and switches them off. Replaces what was saved before: a platform account that is left out is as the platform has it; an account that the workspace once added cannot be left out.
   *
   * Scope `chart:write`.
   */
  saveChartOfAccounts(body: SaveChartOfAccountsBody, options: CallOptions = {}): Promise<ChartOfAccounts> {
    return this.call({ method: 'PUT', path: '/api/chart-of-accounts', body }, options)
  }

  /**
   * Save the caption rules.
   *
   * Replaces the rules by which captions find accounts before anything built in does. A rule that names an account of another section than the line prints in uses the account of that section that is its like, or does not apply.
   *
   * Scope `chart:write`.
   */
  saveCaptionRules(body: SaveCaptionRulesBody, options: CallOptions = {}): Promise<ChartOfAccounts> {
    return this.call({ method: 'PUT', path: '/api/chart-of-accounts/rules', body }, options)
  }

  /**
   * Read the export map.
   *
   * Scope `chart:read`.
   */
  getExportMap(options: CallOptions = {}): Promise<ExportMap> {
    return this.call({ method: 'GET', path: '/api/chart-of-accounts/export-map' }, options)
  }

  /**
   * Save the export map.
   *
   * Codes of another system for the chart's accounts; mappings carry them. Ids that are not on the chart are taken, and every mapping lists them. A null system with no accounts takes the map away.
   *
   * Scope `chart:write`.
   */
  saveExportMap(body: SaveExportMapBody, options: CallOptions = {}): Promise<ExportMap> {
    return this.call({ method: 'PUT', path: '/api/chart-of-accounts/export-map', body }, options)
  }

  /**
   * List statement mappings.
   *
   * The mapping in force of each of the borrower's profit and loss statements, the newest document first. Statements without one are named beside the list, and their first mapping is being prepared.
   *
   * Scope `extractions:read`.
   */
  listStatementMappings(
    borrowerId: string,
    query: ListStatementMappingsQuery = {},
    options: CallOptions = {},
  ): Listing<StatementMapping, ListStatementMappingsPage> {
    return this.list(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/mappings`, query },
      options,
      'data',
    )
  }

  /**
   * Read a statement's mapping.
   *
   * Until the first mapping is there: 404 mapping_pending with Retry-After. A document that is no profit and loss statement has none: 404 not_found.
   *
   * Scope `extractions:read`.
   */
  getStatementMapping(borrowerId: string, docId: string, options: CallOptions = {}): Promise<StatementMapping> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/mapping` },
      options,
    )
  }

  /**
   * Prove a mapping's figures.
   *
   * Every figure of the tree of the mapping in force as a sum of printed figures, with their addresses.
   *
   * Scope `extractions:read`.
   */
  getStatementMappingProof(borrowerId: string, docId: string, options: CallOptions = {}): Promise<MappingProof> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/mapping/proof` },
      options,
    )
  }

  /**
   * Compare a mapping with the one in force.
   *
   * Lines that moved to another account, lines whose figures changed, measures that differ, to the cent.
   *
   * Scope `extractions:read`.
   */
  diffStatementMappings(
    borrowerId: string,
    docId: string,
    query: DiffStatementMappingsQuery,
    options: CallOptions = {},
  ): Promise<MappingDiff> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/mapping/diff`, query },
      options,
    )
  }

  /**
   * See what other caption rules would change.
   *
   * The statement mapped under the rules sent instead of the workspace's. Nothing is kept.
   *
   * Scope `extractions:read`.
   */
  previewStatementMapping(
    borrowerId: string,
    docId: string,
    body: PreviewStatementMappingBody,
    options: CallOptions = {},
  ): Promise<MappingPreview> {
    return this.call(
      { method: 'POST', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/mapping/preview`, body },
      options,
    )
  }

  /**
   * Read any mapping a statement ever had.
   *
   * Mappings are never changed: what a decision was made on can be read as it was.
   *
   * Scope `extractions:read`.
   */
  getStatementMappingById(
    borrowerId: string,
    docId: string,
    mappingId: string,
    options: CallOptions = {},
  ): Promise<StatementMapping> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/${docId}/mappings/${mappingId}` },
      options,
    )
  }

  /**
   * Read a loan's EBITDA addbacks.
   *
   * All rows of the loan, or with entityKey those of one of its companies. The version is of the loan.
   *
   * Scope `spreads:read`.
   */
  getEbitdaAddbacks(
    borrowerId: string,
    query: GetEbitdaAddbacksQuery,
    options: CallOptions = {},
  ): Promise<EbitdaAddbacks> {
    return this.call(
      { method: 'GET', path: pathOf`/api/borrowers/${borrowerId}/extractions/fin-ebitda-addbacks`, query },
      options,
    )
  }

  /**
   * Save a loan's EBITDA addbacks.
   *
   * Replaces the rows of the scope: all of the loan, or with entityKey those of one company, and the others stay. The machine snapshot of the loan follows.
   *
   * Scope `spreads:write`.
   */
  saveEbitdaAddbacks(
    borrowerId: string,
    body: SaveEbitdaAddbacksBody,
    query: SaveEbitdaAddbacksQuery,
    options: CallOptions = {},
  ): Promise<EbitdaAddbacks> {
    return this.call(
      { method: 'PUT', path: pathOf`/api/borrowers/${borrowerId}/extractions/fin-ebitda-addbacks`, body, query },
      options,
    )
  }

  /**
   * Read whether a loan's figures are frozen.
   *
   * A spread that was reopened is open, although its final snapshot stays in force.
   *
   * Scope `spreads:read`.
   */
  getLoanSpread(loanId: string, options: CallOptions = {}): Promise<Spread> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/spread` }, options)
  }

  /**
   * Read a loan's latest attribute snapshot.
   *
   * The latest snapshot of the given status. Without one: the final snapshot in force, and where nothing is final yet the machine's. 404 until there is one.
   *
   * Scope `spreads:read`.
   */
  getLoanAttributes(
    loanId: string,
    query: GetLoanAttributesQuery = {},
    options: CallOptions = {},
  ): Promise<AttributeSnapshot> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/attributes`, query }, options)
  }

  /**
   * List a loan's attribute snapshots.
   *
   * The newest first, without what they say: read one by its id.
   *
   * Scope `spreads:read`.
   */
  listLoanAttributeVersions(
    loanId: string,
    query: ListLoanAttributeVersionsQuery = {},
    options: CallOptions = {},
  ): Listing<AttributeSnapshotSummary> {
    return this.list({ method: 'GET', path: pathOf`/api/loans/${loanId}/attributes/versions`, query }, options, 'data')
  }

  /**
   * Read one attribute snapshot.
   *
   * A snapshot is never changed: what was decided on can be read as it was.
   *
   * Scope `spreads:read`.
   */
  getLoanAttributeSnapshot(loanId: string, snapshotId: string, options: CallOptions = {}): Promise<AttributeSnapshot> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/attributes/${snapshotId}` }, options)
  }

  /**
   * Save an analyst's work on a spread.
   *
   * Keeps the figures that an analyst gives and answers the attributes that follow from them. Replaces the work of the draft before. Refused while the spread is final.
   *
   * Scope `spreads:write`.
   */
  saveLoanAttributesDraft(
    loanId: string,
    body: SaveLoanAttributesDraftBody,
    options: CallOptions = {},
  ): Promise<AttributeSnapshot> {
    return this.call({ method: 'PUT', path: pathOf`/api/loans/${loanId}/attributes/draft`, body }, options)
  }

  /**
   * Freeze the figures of a spread.
   *
   * Makes the final snapshot, under the next version, of what the documents in force say and the last draft gives. Refused when the spread is final already, and while one of its statements is still being mapped.
   *
   * Scope `spreads:write`.
   */
  finalizeLoanAttributes(
    loanId: string,
    body: FinalizeLoanAttributesBody = {},
    options: CallOptions = {},
  ): Promise<AttributeSnapshot> {
    return this.call({ method: 'POST', path: pathOf`/api/loans/${loanId}/attributes/finalize`, body }, options)
  }

  /**
   * Work on a final spread again.
   *
   * The final snapshot stays in force until the next one is made. Refused when the spread is not final.
   *
   * Scope `spreads:write`.
   */
  reopenLoanAttributes(loanId: string, options: CallOptions = {}): Promise<AttributeSnapshot> {
    return this.call({ method: 'POST', path: pathOf`/api/loans/${loanId}/attributes/reopen` }, options)
  }

  /**
   * Get the statements workbook of a loan.
   *
   * Every statement line with its derivation, then every cash flow measure; derived cells are live formulas. The first read after a change has it made and answers 202; until that is done the one before is given as stale.
   *
   * Scope `spreads:read`.
   */
  getStatementsWorkbook(loan_id: string, options: CallOptions = {}): Promise<GetStatementsWorkbookAnswer> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loan_id}/xlsx/statements` }, options)
  }

  /**
   * Get the tables workbook of a loan.
   *
   * The figures of the statements workbook as plain tables, one row a figure; formulas are live here too.
   *
   * Scope `spreads:read`.
   */
  getTablesWorkbook(loan_id: string, options: CallOptions = {}): Promise<GetTablesWorkbookAnswer> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loan_id}/xlsx/tables` }, options)
  }

  /**
   * Begin a memo.
   *
   * Commentary is kept by section. Sections without commentary and without figures are not printed.
   *
   * Scope `memos:write`.
   */
  createMemo(loanId: string, body: CreateMemoBody = {}, options: CallOptions = {}): Promise<Memo> {
    return this.call({ method: 'POST', path: pathOf`/api/loans/${loanId}/memos`, body }, options)
  }

  /**
   * List a loan's memos, the newest first.
   *
   * Each with the state of the render that was ordered last.
   *
   * Scope `memos:read`.
   */
  listMemos(loanId: string, query: ListMemosQuery = {}, options: CallOptions = {}): Listing<Memo> {
    return this.list({ method: 'GET', path: pathOf`/api/loans/${loanId}/memos`, query }, options, 'data')
  }

  /**
   * Read a memo.
   *
   * Scope `memos:read`.
   */
  getMemo(loanId: string, memoId: string, options: CallOptions = {}): Promise<Memo> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/memos/${memoId}` }, options)
  }

  /**
   * Change the title or the commentary of a memo.
   *
   * Files that were rendered before stay as they are.
   *
   * Scope `memos:write`.
   */
  updateMemo(loanId: string, memoId: string, body: UpdateMemoBody, options: CallOptions = {}): Promise<Memo> {
    return this.call({ method: 'PATCH', path: pathOf`/api/loans/${loanId}/memos/${memoId}`, body }, options)
  }

  /**
   * Order the PDF of a memo.
   *
   * Of the memo and the figures as they stand now; what changes later is in a later render. Refused while nothing has been spread for the loan.
   *
   * Scope `memos:write`.
   */
  renderMemo(
    loanId: string,
    memoId: string,
    body: RenderMemoBody = {},
    options: CallOptions = {},
  ): Promise<MemoRender> {
    return this.call({ method: 'POST', path: pathOf`/api/loans/${loanId}/memos/${memoId}/renders`, body }, options)
  }

  /**
   * Read a render.
   *
   * Scope `memos:read`.
   */
  getMemoRender(loanId: string, memoId: string, renderId: string, options: CallOptions = {}): Promise<MemoRender> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/memos/${memoId}/renders/${renderId}` }, options)
  }

  /**
   * Cancel a render.
   *
   * One that is queued is cancelled at once, one that is under way ends at its next step. One that is cancelled already is given back as it is.
   *
   * Scope `memos:write`.
   */
  cancelMemoRender(loanId: string, memoId: string, renderId: string, options: CallOptions = {}): Promise<MemoRender> {
    return this.call(
      { method: 'POST', path: pathOf`/api/loans/${loanId}/memos/${memoId}/renders/${renderId}/cancel` },
      options,
    )
  }

  /**
   * Get a link to the PDF that was rendered last.
   *
   * 404 until a render has succeeded.
   *
   * Scope `memos:read`.
   */
  getMemoPdf(loanId: string, memoId: string, options: CallOptions = {}): Promise<MemoPdf> {
    return this.call({ method: 'GET', path: pathOf`/api/loans/${loanId}/memos/${memoId}/pdf` }, options)
  }

  /**
   * Read balance, limits and what is under way.
   *
   * Test mode is free: there everything stays at zero.
   *
   * Scope `usage:read`.
   */
  getUsage(options: CallOptions = {}): Promise<GetUsageAnswer> {
    return this.call({ method: 'GET', path: '/api/usage' }, options)
  }

  /**
   * List the entries of the ledger.
   *
   * Newest first. The balance is the sum of all of them, and so is what is reserved.
   *
   * Scope `usage:read`.
   */
  listLedgerEntries(
    query: ListLedgerEntriesQuery = {},
    options: CallOptions = {},
  ): Listing<{
    /** Credit given; a reservation for a package; its charge; or its release without one. */
    kind: 'credit' | 'reserve' | 'settle' | 'release'
    /** What the entry adds to the balance. */
    balance_usd: string
    /** What the entry adds to what is reserved. */
    reserved_usd: string
    /** Documents that a charge is for. */
    documents: number
    /** Id of an upload job: job_… */
    job_id: string | null
    note: string | null
    /** RFC 3339, UTC. */
    created_at: string
  }> {
    return this.list({ method: 'GET', path: '/api/usage/ledger', query }, options, 'data')
  }

  /**
   * Make a session that reaches one loan.
   *
   * For surfaces of your own making. For ours make an iframe address: its session is made in the frame.
   *
   * Scope `embed:write`.
   */
  mintEmbedSession(body: MintEmbedSessionBody, options: CallOptions = {}): Promise<EmbedSession> {
    return this.call({ method: 'POST', path: '/api/embed/sessions', body }, options)
  }

  /**
   * End a session.
   *
   * By the key that made it or an administrator. It stops at once.
   *
   * Scope `embed:write`.
   */
  revokeEmbedSession(sessionId: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/embed/sessions/${sessionId}` }, options)
  }

  /**
   * Make an address for a frame.
   *
   * The address holds a handle in its fragment, which no server sees. It is good for five minutes and one exchange, which the surface makes when it is loaded.
   *
   * Scope `embed:write`.
   */
  mintIframeUrl(body: MintIframeUrlBody, options: CallOptions = {}): Promise<MintedIframeHandle> {
    return this.call({ method: 'POST', path: '/api/embed/iframe-urls', body }, options)
  }

  /**
   * Read what became of a handle.
   *
   * By the key that made it; an administrator reads any of the organization.
   *
   * Scope `embed:write`.
   */
  getIframeHandle(handle_id: string, options: CallOptions = {}): Promise<IframeHandle> {
    return this.call({ method: 'GET', path: pathOf`/api/embed/iframe-urls/${handle_id}` }, options)
  }

  /**
   * Take a handle back.
   *
   * By the key that made it or an administrator. A session that it gave already ends with it.
   *
   * Scope `embed:write`.
   */
  revokeIframeHandle(handle_id: string, options: CallOptions = {}): Promise<void> {
    return this.call({ method: 'DELETE', path: pathOf`/api/embed/iframe-urls/${handle_id}` }, options)
  }

  /**
   * Exchange a handle for its session.
   *
   * Once. An unknown, used, expired or revoked handle: 401, without saying which.
   */
  exchangeIframeHandle(body: ExchangeIframeHandleBody, options: CallOptions = {}): Promise<ExchangedEmbedSession> {
    return this.call({ method: 'POST', path: '/api/embed/exchange', body }, options)
  }

  /**
   * Read which origins may frame the surfaces.
   *
   * Scope `embed:write`.
   */
  getEmbedOrigins(options: CallOptions = {}): Promise<GetEmbedOriginsAnswer> {
    return this.call({ method: 'GET', path: '/api/embed/origins' }, options)
  }

  /**
   * Say which origins may frame the surfaces.
   *
   * By an administrator key. Origins as browsers write them, https only but for a page on your own machine. Browsers refuse to show a surface in any other page.
   *
   * Scope `embed:write`.
   */
  saveEmbedOrigins(body: SaveEmbedOriginsBody, options: CallOptions = {}): Promise<SaveEmbedOriginsAnswer> {
    return this.call({ method: 'PUT', path: '/api/embed/origins', body }, options)
  }

  /**
   * Read what the person in the surface left there.
   *
   * The session's own, or its external user's on this loan. A key has none: 404.
   */
  getEmbedWork(options: CallOptions = {}): Promise<GetEmbedWorkAnswer> {
    return this.call({ method: 'GET', path: '/api/embed/work' }, options)
  }

  /**
   * Keep what the person in the surface is doing.
   *
   * Up to 64 KiB; the last to save wins.
   */
  saveEmbedWork(body: SaveEmbedWorkBody, options: CallOptions = {}): Promise<SaveEmbedWorkAnswer> {
    return this.call({ method: 'PUT', path: '/api/embed/work', body }, options)
  }

  /**
   * Put the sandbox back to its seed.
   *
   * Deletes what test keys have made, work under way and webhook endpoints included, and loads the seed again under new ids. It has happened when it is answered. Keys, the audit log and answers kept under idempotency keys stay. One reset runs at a time; another one meanwhile is a 409.
   *
   * Scope `sandbox:reset`.
   */
  resetSandbox(options: CallOptions = {}): Promise<SandboxReset> {
    return this.call({ method: 'POST', path: '/api/sandbox/reset' }, options)
  }
}
