const byteOrderMarks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Returns the encoding of a byte order mark and the mark's length; null without one. */
export function byteOrderMark(header: Uint8Array): { readonly encoding: string; readonly length: number } | null {
  const match = byteOrderMarks.find(([mark]) => mark.every((byte, index) => header[index] === byte))
  return match ? { encoding: match[1], length: match[0].length } : null
}

/** Returns whether the bytes at an offset are these characters (codes 0 to 255 each). */
export function matchesAt(header: Uint8Array, offset: number, characters: string): boolean {
  if (offset + characters.length > header.length) return false
  for (let index = 0; index < characters.length; index++) {
    if (header[offset + index] !== characters.charCodeAt(index)) return false
  }
  return true
}

const tab = 9
const carriageReturn = 13
const space = 32

/** Returns whether bytes contain control characters other than white space and form feeds, which text never has. */
function isBinary(bytes: Uint8Array): boolean {
  const controlCount = bytes.reduce((count, byte) => {
    const isControl = byte < space && (byte < tab || byte > carriageReturn) && byte !== 0x1a && byte !== 0x1b
    return isControl ? count + 1 : count
  }, 0)
  return controlCount > 0 && (bytes.includes(0) || controlCount * 50 > bytes.length)
}

/** Decodes the first bytes of a file as text, without byte order mark; returns null when they are not text. */
export function decodeHeaderText(header: Uint8Array): string | null {
  const mark = byteOrderMark(header)
  const encoding = mark?.encoding ?? 'utf-8'
  const body = header.subarray(mark?.length ?? 0)
  if (encoding === 'utf-8' && isBinary(body)) return null
  const text = new TextDecoder(encoding).decode(body)
  return encoding !== 'utf-8' && text.includes('\0') ? null : text
}
