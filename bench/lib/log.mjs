import { stripVTControlCharacters } from 'node:util'

/** One line of progress on standard error; standard output is for the figures. @param {string} line */
export const logProgress = (line) => process.stderr.write(`${line}\n`)

/**
 * The first two lines of an error in one: bundlers and browsers put what matters into the second.
 * @param {unknown} error
 */
export function formatReason(error) {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 2).join(' ').slice(0, 200)
}
