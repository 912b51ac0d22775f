/** Value of a property set: texts and lists of texts; images as bytes after their format number. */
export type SummaryValue = string | readonly string[] | Uint8Array

const textType = 30
const wideTextType = 31
const clipboardType = 71
const textListType = 0x101e
const codePageId = 1
const shortType = 2
const wideDecoder = new TextDecoder('utf-16le')
const maxProperties = 1000
const maxTexts = 2000

/**
 * Reads a summary stream (`SummaryInformation`, `DocumentSummaryInformation`): values by section and property number,
 * `0:17`. Skips values of other types and references beyond the stream.
 */
export function summaryProperties(stream: Uint8Array): ReadonlyMap<string, SummaryValue> {
  const values = new Map<string, SummaryValue>()
  const reader = new Cautious(stream)
  const sections = Math.min(reader.number(24), 2)
  for (let section = 0; section < sections; section++) {
    const start = reader.number(28 + 20 * section + 16)
    const count = Math.min(reader.number(start + 4), maxProperties)
    reader.useCodePage(readCodePage(reader, start, count))
    for (let row = 0; row < count; row++) {
      const id = reader.number(start + 8 + 8 * row)
      const value = valueAt(reader, start + reader.number(start + 12 + 8 * row))
      if (value !== null) values.set(`${section}:${id}`, value)
    }
  }
  return values
}

/** Reads the code page of a section's texts; 0 when it states none. */
function readCodePage(reader: Cautious, start: number, count: number): number {
  for (let row = 0; row < count; row++) {
    if (reader.number(start + 8 + 8 * row) !== codePageId) continue
    const at = start + reader.number(start + 12 + 8 * row)
    return (reader.number(at) & 0xffff) === shortType ? reader.number(at + 4) & 0xffff : 0
  }
  return 0
}

/** Names of code pages that are not derived from their numbers. */
const encodings: ReadonlyMap<number, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [65_001, 'utf-8'],
])
const westernDecoder = new TextDecoder('windows-1252')

function createDecoder(codePage: number): InstanceType<typeof TextDecoder> {
  const isWindows = codePage >= 1250 && codePage <= 1258
  const name = encodings.get(codePage) ?? (isWindows ? `windows-${codePage}` : null)
  return name === null ? westernDecoder : new TextDecoder(name)
}

/** A reader that returns 0 and empty values beyond the end. */
class Cautious {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #decoder = westernDecoder

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  number(at: number): number {
    return at >= 0 && at + 4 <= this.bytes.length ? this.#view.getUint32(at, true) : 0
  }

  /** Sets the code page of further texts; the Western one when it is unknown. */
  useCodePage(codePage: number): void {
    this.#decoder = createDecoder(codePage)
  }

  text(at: number, length: number, decoder = this.#decoder): string {
    return decoder.decode(this.bytes.subarray(at, at + length)).replace(/\0[^]*$/, '')
  }
}

function valueAt(reader: Cautious, at: number): SummaryValue | null {
  const type = reader.number(at) & 0xffff
  const length = reader.number(at + 4)
  if (type === textType) return reader.text(at + 8, length)
  if (type === wideTextType) return reader.text(at + 8, 2 * length, wideDecoder)
  if (type === clipboardType) return reader.bytes.slice(at + 12, at + 8 + length)
  return type === textListType ? textsAt(reader, at) : null
}

function textsAt(reader: Cautious, at: number): string[] {
  const count = Math.min(reader.number(at + 4), maxTexts)
  const texts: string[] = []
  let position = at + 8
  for (let row = 0; row < count && position < reader.bytes.length; row++) {
    const length = reader.number(position)
    texts.push(reader.text(position + 4, length))
    position += 4 + length
  }
  return texts
}
