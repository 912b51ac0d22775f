const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))

/** A record of some bytes. */
export function record(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  return headed(id, joined(content), 0)
}

/** A record of records. */
export function container(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  return headed(id, joined(content), 0x8000_0000)
}

/** A record of records whose size takes up 64 bits. */
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

/** Whole numbers of four bytes; those below zero as well. */
export const integers = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Int32Array.from(values).buffer))

/** Numbers of four bytes with a fraction. */
export const floats = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Float32Array.from(values).buffer))

/** Whole numbers of two bytes. */
export const shorts = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(Buffer.from(Uint16Array.from(values).buffer))

/** Text of two bytes a character, without an end. */
export const wide = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'))

/** Rows of numbers behind their count. */
export const rows = (values: readonly (readonly number[])[]): Uint8Array =>
  joined([integers(values.length), floats(...values.flat())])

/** Rows of whole numbers behind their count. */
export const integerRows = (values: readonly (readonly number[])[]): Uint8Array =>
  joined([integers(values.length), integers(...values.flat())])

/** Lists, each behind its own length, one after the other. */
export const lists = (values: readonly (readonly number[])[]): Uint8Array =>
  joined(values.map((list) => integers(list.length, ...list)))

/** The bytes one after the other. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => joined(parts)
