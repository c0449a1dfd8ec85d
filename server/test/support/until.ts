/** Waits for something to become true and answers for how many milliseconds; fails by saying so when it does not. */
export async function until(check: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<number> {
  const began = performance.now()
  while (!(await check())) {
    if (performance.now() - began > withinMs) throw new Error(`not true within ${withinMs} ms: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - began
}
