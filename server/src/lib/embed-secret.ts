/** The two secrets of an embedded surface: a handle, good for one exchange, and the session token that it gives. */
import { isCheckedSecret, newCheckedSecret } from './checked-secret.ts'

const HANDLE = 'svc_handle_'
const TOKEN = 'svc_embed_'

export const newEmbedHandle = (workspaceUuid: string): string => newCheckedSecret(HANDLE, workspaceUuid)
export const newEmbedToken = (workspaceUuid: string): string => newCheckedSecret(TOKEN, workspaceUuid)
export const isEmbedHandle = (text: string): boolean => isCheckedSecret(HANDLE, text)
export const isEmbedToken = (text: string): boolean => isCheckedSecret(TOKEN, text)
