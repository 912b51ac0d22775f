const lineFeed = 10
const lineWidth = 80

/** A file that was cut, up to its last whole line and with a last section, without which the kernel reads nothing. */
export function endedProperly(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(lineFeed) + 1
  const counts = lastNumbers(bytes.subarray(0, end))
  const sections = ['S', 'G', 'D', 'P'].map((letter) => `${letter}${String(counts[letter] ?? 0).padStart(7)}`)
  const last = `${sections.join('').padEnd(72)}T      1\n`
  const mended = new Uint8Array(end + last.length)
  mended.set(bytes.subarray(0, end))
  mended.set(new TextEncoder().encode(last), end)
  return mended
}

/** Number of the last line of each section. */
function lastNumbers(bytes: Uint8Array): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const line of Buffer.from(bytes).toString('latin1').split(/\r?\n/)) {
    const letter = line[72]
    const number = Number(line.slice(73, lineWidth))
    if (letter && Number.isInteger(number)) counts[letter] = Math.max(counts[letter] ?? 0, number)
  }
  return counts
}
