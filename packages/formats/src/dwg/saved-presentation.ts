/** Prefixes of a clipboard format that has a number. */
const numbered = [0xffffffff, 0xfffffffe]
/** Formats that are drawn: metafile, bitmap without a file header, enhanced metafile. */
const drawnFormats = [3, 8, 14]
/** From the aspect on: index, advice flags, a reserved number, width and height, then the data size. */
const bytesBeforeSize = 24

/**
 * Returns the data of a presentation stream (MS-OLEDS, OLEPresentationStream): the object as last drawn, after its
 * format, target device and size. Null when the format is private to a program, or the stream is truncated.
 */
export function savedPresentation(stream: Uint8Array): Uint8Array | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const numberAt = (at: number): number => (at >= 0 && at + 4 <= stream.length ? view.getUint32(at, true) : 0)
  if (!numbered.includes(numberAt(0)) || !drawnFormats.includes(numberAt(4))) return null
  // The size of the device includes its own field.
  const device = numberAt(8)
  if (device < 4) return null
  const size = 8 + device + bytesBeforeSize
  const length = numberAt(size)
  const data = stream.subarray(size + 4, size + 4 + length)
  return length > 0 && data.length === length ? data : null
}

const emfSignature = 0x464d4520

/**
 * Returns the metafile of a contents stream, which may follow the length of its header and a copy of it; otherwise the
 * stream itself.
 */
export function savedContents(stream: Uint8Array): Uint8Array {
  if (stream.length < 48) return stream
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  return view.getUint32(44, true) === emfSignature ? stream.subarray(4 + view.getUint32(0, true)) : stream
}
