/** Numbers that are known not to be figures: page numbers, dates and times. */

const PAGE_NUMBER = /^[-–]?\s*(?:page|p\.?|seite|blz\.?)?\s*\d{1,4}\s*(?:(?:of|\/|von|van)\s*\d{1,4})?\s*[-–]?$/i
const DATE_OR_TIME = /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}:\d{2}|\b(?:19|20)\d\d\b/

/** Whether all numbers of a row of text outside the table are such. */
export function isArtefactRow(text: string): boolean {
  return PAGE_NUMBER.test(text) || DATE_OR_TIME.test(text)
}
