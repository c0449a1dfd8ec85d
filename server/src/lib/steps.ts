/**
 * Long pure work in steps: a generator that stops now and then and gives its answer at the end. Whoever has nothing
 * else to do finishes it at once; whoever serves others meanwhile takes turns with them.
 */
export type Steps<T> = Generator<undefined, T>

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
