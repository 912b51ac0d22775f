const utf8 = new TextEncoder()

/** A property of a summary stream. */
export type WrittenProperty =
  | { readonly id: number; readonly texts: readonly string[] }
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly clipboard: Uint8Array }

const numbers = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Uint32Array.from(values).buffer))

function bytesOf(property: WrittenProperty): Uint8Array {
  const counted = (text: string): Uint8Array[] => [numbers(text.length + 1), utf8.encode(`${text}\0`)]
  const parts =
    'texts' in property
      ? [numbers(0x101e, property.texts.length), ...property.texts.flatMap(counted)]
      : 'text' in property
        ? [numbers(30), ...counted(property.text)]
        : [numbers(71, property.clipboard.length + 4, 3), property.clipboard]
  const bytes = Buffer.concat(parts)
  return Uint8Array.from(Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]))
}

/** A summary stream of one section. */
export function writeSummary(properties: readonly WrittenProperty[]): Uint8Array {
  const values = properties.map(bytesOf)
  let at = 8 + 8 * properties.length
  const rows = properties.flatMap(({ id }, row) => {
    const start = at
    at += values[row].length
    return [id, start]
  })
  const head = [numbers(0x0000fffe, 0, 0, 0, 0, 0, 1), new Uint8Array(16), numbers(48)]
  return Uint8Array.from(Buffer.concat([...head, numbers(at, properties.length, ...rows), ...values]))
}
