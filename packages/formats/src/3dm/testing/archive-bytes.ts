/** Byte encoders for an archive as Rhino writes it. */
export const bytes = {
  byte: (value: number): Buffer => Buffer.from([value]),
  int: (value: number): Buffer => {
    const out = Buffer.alloc(4)
    out.writeInt32LE(value)
    return out
  },
  doubles: (...values: readonly number[]): Buffer => {
    const out = Buffer.alloc(values.length * 8)
    values.forEach((value, at) => out.writeDoubleLE(value, at * 8))
    return out
  },
  text: (text: string): Buffer => Buffer.concat([bytes.int(text.length + 1), Buffer.from(`${text}\0`, 'utf16le')]),
}

/** Creates a chunk of a type with a 64-bit length. */
export function chunk(type: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const header = Buffer.alloc(12)
  header.writeUInt32LE(type)
  header.writeBigInt64LE(BigInt(content.length), 4)
  return Buffer.concat([header, content])
}

/** Creates an anonymous chunk with its versions. */
export const versioned = (...parts: readonly Buffer[]): Buffer =>
  chunk(0x4000_8000, bytes.int(1), bytes.int(0), ...parts)

/** Creates an object chunk: the class id, then its data. */
export const objectChunk = (...data: readonly Buffer[]): Buffer =>
  chunk(0x0002_7ffa, chunk(0x0002_fffb, Buffer.alloc(20)), chunk(0x0002_fffc, ...data))

/** Creates a file with one hatch pattern table. */
export const patternFile = (version: number, ...patterns: readonly Buffer[]): Uint8Array =>
  Buffer.concat([
    Buffer.from(`3D Geometry File Format ${String(version).padStart(8)}`),
    chunk(0x1000_0014, Buffer.alloc(5)),
    chunk(0x1000_0022, ...patterns.map((pattern) => chunk(0x2000_8077, pattern))),
    chunk(0x7fff),
  ])
