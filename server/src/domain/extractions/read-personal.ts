/** A personal financial statement's pages → what it says, with proofs. */
import { readPersonalStatement } from '../../engine/extract/personal/read-personal.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import type { PersonalReading } from '../../engine/model/personal.ts'
import { provePersonal } from '../../engine/prove/prove-personal.ts'

export interface ProvedPersonal {
  readonly reading: PersonalReading
  readonly proofs: readonly Proof[]
}

/** `pages` are those of the cut document. */
export function readProvedPersonal(pages: readonly Page[]): ProvedPersonal {
  const reading = readPersonalStatement(pages)
  return { reading, proofs: provePersonal(reading) }
}
