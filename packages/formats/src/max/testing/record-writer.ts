const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

/** Creates a record of bytes. */
export function record(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  return headed(id, joined(content), 0)
}

/** Creates a record of records. */
export function container(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  return headed(id, joined(content), 0x8000_0000)
}

/** Creates a record of records with a 64-bit size. */
export function longContainer(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const bytes = joined(content)
  const header = new DataView(new ArrayBuffer(14))
  header.setUint16(0, id, true)
  header.setBigUint64(6, BigInt(bytes.length + 14) + 0x8000_0000_0000_0000n, true)
  return joined([new Uint8Array(header.buffer), bytes])
}

function headed(id: number, bytes: Uint8Array, bit: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(6))
  header.setUint16(0, id, true)
  header.setUint32(2, bytes.length + 6 + bit, true)
  return joined([new Uint8Array(header.buffer), bytes])
}

/** Encodes four-byte integers, including negative ones. */
export const integers = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Int32Array.from(values).buffer))

/** Encodes four-byte floats. */
export const floats = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Float32Array.from(values).buffer))

/** Encodes two-byte integers. */
export const shorts = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Uint16Array.from(values).buffer))

/** Encodes text as UTF-16 without a terminator. */
export const wide = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'))

/** Encodes rows of floats after their count. */
export const rows = (values: readonly (readonly number[])[]): Uint8Array =>
  joined([integers(values.length), floats(...values.flat())])

/** Encodes rows of integers after their count. */
export const integerRows = (values: readonly (readonly number[])[]): Uint8Array =>
  joined([integers(values.length), integers(...values.flat())])

/** Encodes consecutive lists, each after its own length. */
export const lists = (values: readonly (readonly number[])[]): Uint8Array =>
  joined(values.map((list) => integers(list.length, ...list)))

/** Concatenates bytes. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => joined(parts)
