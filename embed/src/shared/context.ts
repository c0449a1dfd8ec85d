import { createContext, use } from 'react'
import type { Host } from '../host.ts'
import type { Session } from '../session.ts'

export const SessionContext = createContext<Session | null>(null)
export const HostContext = createContext<Host | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('a surface is shown within a session')
  return session
}

export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('a surface is shown within a host')
  return host
}
