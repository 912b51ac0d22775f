const utf8 = new TextEncoder()

/** A property of a summary stream. */
export type WrittenProperty =
  | { readonly id: number; readonly texts: readonly string[] }
  /** Bytes for a text in another code page than UTF-8. */
  | { readonly id: number; readonly text: string | Uint8Array }
  | { readonly id: number; readonly wideText: string }
  | { readonly id: number; readonly short: number }
  | { readonly id: number; readonly clipboard: Uint8Array }

const numbers = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Uint32Array.from(values).buffer))

const counted = (text: string | Uint8Array): Uint8Array[] => {
  const bytes = typeof text === 'string' ? utf8.encode(text) : text
  return [numbers(bytes.length + 1), bytes, new Uint8Array(1)]
}

function encodeValue(property: WrittenProperty): Uint8Array[] {
  if ('texts' in property) return [numbers(0x101e, property.texts.length), ...property.texts.flatMap(counted)]
  if ('text' in property) return [numbers(30), ...counted(property.text)]
  if ('wideText' in property) {
    return [numbers(31, property.wideText.length), Uint8Array.from(Buffer.from(property.wideText, 'utf16le'))]
  }
  if ('short' in property) return [numbers(2, property.short)]
  return [numbers(71, property.clipboard.length + 4, 3), property.clipboard]
}

function encodeProperty(property: WrittenProperty): Uint8Array {
  const bytes = Buffer.concat(encodeValue(property))
  return Uint8Array.from(Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]))
}

/** Writes a summary stream of one section. */
export function writeSummary(properties: readonly WrittenProperty[]): Uint8Array {
  const values = properties.map(encodeProperty)
  let at = 8 + 8 * properties.length
  const rows = properties.flatMap(({ id }, row) => {
    const start = at
    at += values[row].length
    return [id, start]
  })
  const header = [numbers(0x0000fffe, 0, 0, 0, 0, 0, 1), new Uint8Array(16), numbers(48)]
  return Uint8Array.from(Buffer.concat([...header, numbers(at, properties.length, ...rows), ...values]))
}
