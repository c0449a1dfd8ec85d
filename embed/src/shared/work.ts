/** What the person left here, from an earlier session where the host named them. Saved a moment after each change. */
import { useEffect, useRef, useState } from 'react'
import { useSession } from './context.ts'

const QUIET_MS = 800

/** Null until it is loaded. The surfaces keep their parts side by side, each under its own name. */
export function useWork<Part extends object>(
  surface: string,
  blank: Part,
): [Part | null, (change: Partial<Part>) => void] {
  const { api } = useSession()
  const all = useRef<Record<string, unknown>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [part, setPart] = useState<Part | null>(null)
  const isLoaded = part !== null
  useEffect(() => {
    // A renewed session goes on with what is shown.
    if (isLoaded) return
    let isGone = false
    api
      .getEmbedWork()
      .then(({ work }) => {
        if (isGone) return
        all.current = { ...work }
        setPart({ ...blank, ...(work?.[surface] as Partial<Part> | undefined) })
      })
      // Without it the surface is as good as new, and works.
      .catch(() => setPart(blank))
    return () => {
      isGone = true
    }
    // Blank is what is shown when there is nothing: it does not change.
  }, [api, surface, isLoaded])
  const change = (changed: Partial<Part>): void => {
    setPart((before) => {
      const after = { ...(before ?? blank), ...changed }
      all.current = { ...all.current, [surface]: after }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void api.saveEmbedWork({ work: all.current }).catch(() => undefined), QUIET_MS)
      return after
    })
  }
  return [part, change]
}
