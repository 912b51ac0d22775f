import { matchesAt } from '@kamar/codecs/detection'
import { binaryMagic } from '../descriptor.js'

/** A group of a DXF: its code and its raw value, one character per byte. */
export interface DxfGroup {
  readonly code: number
  readonly value: string
}

/** Groups from one with code 0 up to the next. */
export type DxfRecord = readonly DxfGroup[]

/** Returns whether a DXF is binary. */
export const isBinaryDxf = (bytes: Uint8Array): boolean => matchesAt(bytes, 0, binaryMagic)

/**
 * Iterates over the records of a DXF, text or binary. Skips anything before the first one; ends where the file is
 * truncated or a code has no known value type, since the start of the next group is then unknown.
 */
export function* dxfRecords(bytes: Uint8Array): Generator<DxfRecord> {
  let record: DxfGroup[] = []
  for (const group of isBinaryDxf(bytes) ? binaryGroups(bytes) : textGroups(bytes)) {
    if (group.code === 0 && record.length > 0) {
      yield record
      record = []
    }
    if (group.code === 0 || record.length > 0) record.push(group)
  }
  if (record.length > 0) yield record
}

const [lineFeed, carriageReturn] = [10, 13]
const comment = 999

function* textGroups(bytes: Uint8Array): Generator<DxfGroup> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = matchesAt(bytes, 0, '\u00ef\u00bb\u00bf') ? 3 : 0
  const line = (): string => {
    const lineFeedAt = text.indexOf(lineFeed, at)
    const end = lineFeedAt < 0 ? text.length : lineFeedAt
    const from = at
    at = end + 1
    return text.toString('latin1', from, end > from && text[end - 1] === carriageReturn ? end - 1 : end)
  }
  while (at < text.length) {
    const codeText = line().trim()
    // Some programs write empty lines between groups.
    if (codeText === '') continue
    const code = Number(codeText)
    if (!Number.isInteger(code)) return
    const value = line()
    if (code !== comment) yield { code, value: isTextCode(code) ? value : value.trim() }
  }
}

/** Returns whether a group is text that keeps its spaces: text longer than a line continues in the next group. */
const isTextCode = (code: number): boolean => code === 1 || code === 3

type Kind = 'string' | 'double' | 'short' | 'integer' | 'long' | 'byte' | 'chunk'

/** Value types by the first code after their range, as the format reference lists them. */
const kinds: readonly (readonly [below: number, kind: Kind | null])[] = [
  [10, 'string'],
  [60, 'double'],
  [80, 'short'],
  [90, null],
  [100, 'integer'],
  [110, 'string'],
  [150, 'double'],
  [160, null],
  [170, 'long'],
  [180, 'short'],
  [210, null],
  [240, 'double'],
  [270, null],
  [290, 'short'],
  [300, 'byte'],
  [310, 'string'],
  [320, 'chunk'],
  [370, 'string'],
  [390, 'short'],
  [400, 'string'],
  [410, 'short'],
  [420, 'string'],
  [430, 'integer'],
  [440, 'string'],
  [460, 'integer'],
  [470, 'double'],
  [482, 'string'],
  [999, null],
  [1004, 'string'],
  [1005, 'chunk'],
  [1010, 'string'],
  [1060, 'double'],
  [1071, 'short'],
  [1072, 'integer'],
]

/** Returns the binary DXF encoding of a code's value; null for codes that are never written. */
export function getValueKind(code: number): Kind | null {
  return code < 0 ? null : (kinds.find(([below]) => code < below)?.[1] ?? null)
}

const sizes: Readonly<Record<Exclude<Kind, 'string' | 'chunk'>, number>> = {
  double: 8,
  short: 2,
  integer: 4,
  long: 8,
  byte: 1,
}

/** Prefix of codes longer than a byte in files with one-byte codes. */
const longCode = 255

function* binaryGroups(bytes: Uint8Array): Generator<DxfGroup> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = binaryMagic.length
  // Up to release 12 codes have one byte: the name of the first section directly follows its code 0.
  const areShort = data[at + 1] !== 0
  while (at + 2 < data.length) {
    const isLong = !areShort || data[at] === longCode
    if (areShort && isLong) at++
    if (isLong && at + 2 > data.length) return
    const code = isLong ? data.readInt16LE(at) : data[at]
    at += isLong ? 2 : 1
    const kind = getValueKind(code)
    const length = kind === null ? -1 : lengthAt(data, at, kind)
    if (kind === null || length < 0 || at + length > data.length) return
    const value = valueAt(data, at, kind, length)
    at += length
    if (code !== comment) yield { code, value }
  }
}

/** Returns the byte length of a value with its terminator or length prefix; negative when it never ends. */
function lengthAt(data: Buffer, at: number, kind: Kind): number {
  if (kind === 'string') return data.indexOf(0, at) + 1 - at
  return kind === 'chunk' ? (data[at] ?? -1) + 1 : sizes[kind]
}

function valueAt(data: Buffer, at: number, kind: Kind, length: number): string {
  switch (kind) {
    case 'string':
      return data
        .toString('latin1', at, at + length - 1)
        .replaceAll('\n', '^J')
        .replaceAll('\r', '^M')
    case 'chunk':
      return data.toString('hex', at + 1, at + length)
    case 'double':
      return String(data.readDoubleLE(at))
    case 'short':
      return String(data.readInt16LE(at))
    case 'integer':
      return String(data.readInt32LE(at))
    case 'long':
      return String(data.readBigInt64LE(at))
    case 'byte':
      return String(data[at])
  }
}

const flushLength = 1 << 16

/** Writer of groups as a text DXF. */
export class DxfText {
  readonly #chunks: Buffer[] = []
  #text = ''

  write(code: number, value: string | number): void {
    this.#text += `${code}\n${value}\n`
    if (this.#text.length > flushLength) this.#flush()
  }

  /** Returns all groups written so far. */
  bytes(): Uint8Array {
    this.#flush()
    return Uint8Array.from(Buffer.concat(this.#chunks))
  }

  #flush(): void {
    this.#chunks.push(Buffer.from(this.#text, 'latin1'))
    this.#text = ''
  }
}
