import { ApiError } from '@tieout/sdk'

/** What went wrong, in words that a person can act on or report. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return 'The session has ended. Reload the page that shows it.'
    if (error.type === 'version_conflict')
      return 'Somebody else has changed this meanwhile. It is shown as it is now; look at it and decide again.'
    return error.message
  }
  return error instanceof Error ? error.message : 'Something failed.'
}

export function Problem({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <p role="alert" className="problem">
      {wordsOf(error)}
    </p>
  )
}
