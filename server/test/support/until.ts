/** Waits for something to become true, and fails by saying so when it does not. */
export async function until(check: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not true within ${withinMs} ms: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
