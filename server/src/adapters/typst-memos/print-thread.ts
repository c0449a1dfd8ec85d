/** Runs in a thread of its own: a memo as JSON comes in, a file or the reason why there is none goes out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Printed } from '../../domain/deps.ts'
import { FONT_FILES } from './fonts.ts'

const TEMPLATE = join(import.meta.dirname, 'memo.typ')
const DATA = join(import.meta.dirname, 'memo.json')
const STANDARD = 'ua-1'

function print(memo: string): Printed {
  const fontBlobs = FONT_FILES.map((file) => readFileSync(file))
  const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs }] })
  compiler.mapShadow(DATA, Buffer.from(memo))
  const compiled = compiler.compile({ mainFilePath: TEMPLATE })
  const error = compiled.takeError()
  if (error || !compiled.result) return { kind: 'refused', why: JSON.stringify(error?.shortDiagnostics ?? null) }
  try {
    return { kind: 'printed', bytes: compiler.pdf(compiled.result, { pdfStandard: STANDARD }) }
  } catch (refusal) {
    // What the standard forbids is found only now.
    return { kind: 'refused', why: String(refusal) }
  }
}

parentPort?.postMessage(print(workerData as string))
