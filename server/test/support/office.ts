/** LibreOffice without a window: the spreadsheet program that tests hold our workbooks against. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAM = 'soffice'
const LIMIT_MS = 180_000

/** For a test's `skip`: false when it is there, otherwise why it is skipped. */
export function skipWithoutOffice(): string | false {
  const found = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8', timeout: LIMIT_MS }).status === 0
  return found ? false : 'SKIPPED: LibreOffice is not installed (apt-get install libreoffice-calc)'
}

/** Compute everything anew on opening, whatever results the file brings. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"><value>0</value></prop></item>
</oor:items>`

/** The workbook as LibreOffice saves it after opening it, in another format or the same. */
export async function convert(bytes: Uint8Array, format: 'xlsx' | 'pdf'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tieout-office-'))
  try {
    const profile = join(folder, 'profile')
    await mkdir(join(profile, 'user'), { recursive: true })
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_RECALCULATE)
    const source = join(folder, 'workbook.xlsx')
    await writeFile(source, bytes)
    const output = join(folder, 'output')
    const args = [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', format, '--outdir', output]
    await promisify(execFile)(PROGRAM, [...args, source], { timeout: LIMIT_MS, killSignal: 'SIGKILL' })
    const made = await readFile(join(output, `workbook.${format}`))
    assert.ok(made.length > 0)
    return made
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
