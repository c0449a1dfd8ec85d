/**
 * Statements, mapped and written out: the fixtures, by which releases of the engine are told apart, and random ones.
 * Run as a program it prints all of them, so that a test can compare what two processes make of the same input.
 */
import { mapStatement } from '../../src/engine/map/map-statement.ts'
import type { MappingInput } from '../../src/engine/map/map-statement.ts'
import { mappingToPayload } from '../../src/engine/map/payload.ts'
import { PLATFORM_CAPTIONS } from '../../src/engine/chart/caption-index.ts'
import { readCaption } from '../../src/engine/chart/caption.ts'
import { prepareRules } from '../../src/engine/chart/caption-rules.ts'
import { platformChart } from '../../src/engine/chart/chart.ts'
import { PLACES } from '../../src/engine/chart/places.ts'
import type { Position } from '../../src/engine/map/sections.ts'
import { placeLine } from '../../src/engine/map/place.ts'
import { randomJumble, randomStatement } from './random-statement.ts'
import { statementCases } from './statement-cases.ts'

const RANDOM_STATEMENTS = 60

export function mappedFixtures(): string {
  const mappings = statementCases().map((fixture) => mapped(fixture.input))
  return `${mappings.join('\n')}\n${placedCaptions()}\n`
}

export function mappedRandomStatements(): string {
  const inputs = Array.from({ length: RANDOM_STATEMENTS }, (_, seed) => [
    randomStatement(seed).input,
    randomJumble(seed),
  ])
  return inputs.flat().map(mapped).join('\n')
}

function mapped(input: MappingInput): string {
  const result = mapStatement(input)
  if (result.status === 'unmappable') return 'unmappable'
  const hint = JSON.stringify(result.hint, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return `${JSON.stringify(mappingToPayload(result.mapping))} ${hint}`
}

/** Where every caption of the lexicon goes in every section: a change of the lexicon shows even if no fixture has it. */
function placedCaptions(): string {
  const placer = { chart: platformChart(), rules: prepareRules([]) }
  const captions = PLATFORM_CAPTIONS.flatMap((entry) => entry.captions.map((caption) => caption.bare))
  return PLACES.map((place) => {
    const above = place === 'revenue' || place === 'cogs' || place === 'opex'
    const position: Position = {
      zone: above ? place : 'below',
      unenclosed: false,
      block: above || place === 'net_of_tax' ? null : place,
      blockFrom: null,
      stage: place === 'net_of_tax' ? 'continuing' : 'operating',
      parents: [],
    }
    return captions.map((caption) => placeLine(placer, readCaption(caption), position).nodeKey ?? '-').join(' ')
  }).join('\n')
}

if (import.meta.main) process.stdout.write(`${mappedFixtures()}${mappedRandomStatements()}`)
