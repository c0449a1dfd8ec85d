/** Names of cells, by what they hold. A name says what a figure is; where it stands is the sheets' business. */
export const printedCell = (documentId: string, address: string): string => `printed ${documentId} ${address}`
export const filedCell = (documentId: string, address: string): string => `filed ${documentId} ${address}`
export const nodeCell = (mappingId: string, key: string, period: number): string => `node ${mappingId} ${key} ${period}`
export const openCell = (mappingId: string, key: string, period: number): string => `open ${mappingId} ${key} ${period}`
export const footCell = (mappingId: string, part: 'printed' | 'walk' | 'residual', period: number): string =>
  `foot ${mappingId} ${part} ${period}`
export const attributeCell = (path: string): string => `attribute ${path}`
export const givenCell = (kind: string, ref: string, value: string): string => `given ${kind} ${ref} ${value}`
