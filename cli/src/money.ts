/** A figure of the interface for people: '-1234567.00' → '-1,234,567.00'. It stays text: nothing is computed with it. */
export function grouped(figure: string | null): string {
  if (figure === null) return ''
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(figure) ?? []
  return whole === '' ? figure : `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

export const isZero = (figure: string | null): boolean => figure === null || /^-?0+(\.0+)?$/.test(figure)
