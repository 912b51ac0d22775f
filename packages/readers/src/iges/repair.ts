import { decodeColumns, splitLines } from './iges-text.js'

const lineFeed = 10
const carriageReturn = 13
const lineWidth = 80
const sectionColumn = 72

/**
 * A file as the kernel reads it: a line end behind each line, and a last section, without which it reads nothing. One
 * that was cut goes up to its last whole line.
 */
export function endedProperly(bytes: Uint8Array): Uint8Array {
  const text = decodeColumns(bytes)
  const lines = splitLines(text).filter((line) => line !== '')
  const isLastComplete = /[\r\n]$/.test(text) || lines.at(-1)?.length === lineWidth
  const completeLines = (isLastComplete ? lines : lines.slice(0, -1)).filter((line) => line[sectionColumn] !== 'T')
  const counts = lastNumbers(completeLines)
  const sections = ['S', 'G', 'D', 'P'].map(
    (sectionCode) => `${sectionCode}${String(counts[sectionCode] ?? 0).padStart(7)}`,
  )
  const last = `${sections.join('').padEnd(sectionColumn)}T      1`
  return Uint8Array.from(Buffer.from(`${[...completeLines, last].join('\n')}\n`, 'latin1'))
}

/** Whether a file has lines of 80 columns and no ends between them. */
export const isWithoutLineEnds = (bytes: Uint8Array): boolean =>
  !bytes.includes(lineFeed) && !bytes.includes(carriageReturn)

/** Number of the last line of each section. */
function lastNumbers(lines: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const line of lines) {
    const sectionCode = line[sectionColumn]
    const number = Number(line.slice(sectionColumn + 1, lineWidth))
    if (sectionCode && Number.isInteger(number)) counts[sectionCode] = Math.max(counts[sectionCode] ?? 0, number)
  }
  return counts
}
