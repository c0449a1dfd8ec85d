/**
 * Loaded into every test file's process: one that is still there after its time ends as a failure that names what it
 * waits for. The runner's own limit ends tests, not a process that stays when its tests are over.
 */
const limitMs = Number(process.env['TEST_FILE_LIMIT_MS'])
if (!(limitMs > 0)) throw new Error('TEST_FILE_LIMIT_MS is not set')

setTimeout(() => {
  console.error(`still running after ${limitMs} ms; open: ${process.getActiveResourcesInfo().join(' ') || 'nothing'}`)
  process.exit(1)
}, limitMs).unref()
