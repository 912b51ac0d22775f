import { decodeColumns, splitLines } from './iges-text.js'

const lineFeed = 10
const carriageReturn = 13
const lineWidth = 80
const sectionColumn = 72

/**
 * Returns a file that the kernel accepts: a line end after each line, and a terminate section, without which it reads
 * nothing. A truncated file ends at its last complete line.
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

/** Returns whether a file has lines of 80 columns without line ends. */
export const isWithoutLineEnds = (bytes: Uint8Array): boolean =>
  !bytes.includes(lineFeed) && !bytes.includes(carriageReturn)

/** Returns the number of the last line of each section. */
function lastNumbers(lines: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const line of lines) {
    const sectionCode = line[sectionColumn]
    const number = Number(line.slice(sectionColumn + 1, lineWidth))
    if (sectionCode && Number.isInteger(number)) counts[sectionCode] = Math.max(counts[sectionCode] ?? 0, number)
  }
  return counts
}
