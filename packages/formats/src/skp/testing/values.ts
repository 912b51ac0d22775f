/** Encodes a text as SketchUp does: a marker, the length, UTF-16. */
export function unicodeString(content: string): Uint8Array {
  const length = content.length < 255 ? [content.length] : [255, content.length & 255, content.length >> 8]
  return Uint8Array.from([0xff, 0xfe, 0xff, ...length, ...Buffer.from(content, 'utf16le')])
}

export const numbers = (...values: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer)
