import { stripVTControlCharacters } from 'node:util'

/** Writes one line of progress to standard error; standard output is reserved for the figures. @param {string} line */
export const logProgress = (line) => process.stderr.write(`${line}\n`)

/**
 * Joins the first two lines of an error: bundlers and browsers put the relevant part into the second.
 * @param {unknown} error
 */
export function formatReason(error) {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 2).join(' ').slice(0, 200)
}
