/**
 * The client's side of the Tieout API. Everything here runs wherever there is fetch; what needs a server's crypto, the
 * verification of webhooks, is an entry of its own: `@tieout/sdk/webhooks`.
 */
export { Tieout } from './generated/operations.ts'
export type * from './generated/types.ts'
export type { CallOptions, ClientOptions } from './client.ts'
export { ApiError, ConnectionError, WaitTimeoutError } from './errors.ts'
export type { ErrorType } from './errors.ts'
export type { Listing, Page } from './listing.ts'
export { followEvents } from './events.ts'
export type { FollowedEvent, FollowOptions } from './events.ts'
export { uploadFile } from './upload.ts'
export type { FileToUpload } from './upload.ts'
export { waitFor, waitForExport, waitForJob, waitForMapping, waitForRender, waitForWorkbook } from './wait.ts'
export type { WaitOptions } from './wait.ts'
export { verifyMapping } from './mapping/verify.ts'
export type { Breach, Check, Verification } from './mapping/verify.ts'
