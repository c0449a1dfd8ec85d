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
  /** For pages and for choices beside their consequences. */
  readonly isWide?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onClose={props.onClose}
      className={props.isWide ? 'dialog wide' : 'dialog'}
    >
      <h2 id={id}>{props.title}</h2>
      {/* Longer than the screen, it is scrolled, and then by the keyboard too. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-labelledby={id}>
        {props.children}
      </div>
      <div className="actions">{props.actions}</div>
    </dialog>
  )
}

/** A dialog that is answered by doing what it is about, or by leaving everything as it is. */
export function Question(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** What doing it is called. */
  readonly answer: string
  readonly isWide?: boolean
  readonly isReady: boolean
  readonly onAnswer: () => void
}) {
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      isWide={props.isWide ?? false}
      actions={
        <>
          <button type="button" onClick={props.onClose}>
            Cancel
          </button>
          <button type="button" className="primary" disabled={!props.isReady} onClick={props.onAnswer}>
            {props.answer}
          </button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
