/**
 * A question that waits for an answer. The browser's own dialog: it keeps the focus, closes on Escape, and makes the
 * rest inert, with no style element of its own, which the page's policy would refuse.
 */
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly actions: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
  }, [])
  return (
    <dialog ref={element} aria-labelledby={id} onClose={props.onClose} className="dialog">
      <h2 id={id}>{props.title}</h2>
      <div className="dialog-body">{props.children}</div>
      <div className="actions">{props.actions}</div>
    </dialog>
  )
}
