/** A fault in a surface is said, and nothing that was saved is lost by it. */
import { Component } from 'react'
import type { ReactNode } from 'react'

interface State {
  readonly hasFailed: boolean
}

export class Failsafe extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="ended">
        <h1>Something failed here</h1>
        <p role="alert">Saved work is kept. Reload the page that shows this to go on.</p>
      </main>
    )
  }
}
