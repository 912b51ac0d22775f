/** What a clipboard's format begins with when it is one of those that have numbers. */
const numbered = [0xffffffff, 0xfffffffe]
/** Formats that are drawn: a metafile, a bitmap without the head of a file, an enhanced metafile. */
const drawnFormats = [3, 8, 14]
/** From the aspect on: index, advice, a reserved number, width and height, then the size of the data. */
const bytesBeforeSize = 24

/**
 * The data of a presentation stream (MS-OLEDS, OLEPresentationStream): how an object looked when it was last drawn, behind its
 * format, the device it was drawn for and its size. Null when it is in a format of a program's own, or is cut.
 */
export function savedPresentation(stream: Uint8Array): Uint8Array | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const numberAt = (at: number): number => (at >= 0 && at + 4 <= stream.length ? view.getUint32(at, true) : 0)
  if (!numbered.includes(numberAt(0)) || !drawnFormats.includes(numberAt(4))) return null
  // The size of the device counts itself.
  const device = numberAt(8)
  if (device < 4) return null
  const size = 8 + device + bytesBeforeSize
  const length = numberAt(size)
  const data = stream.subarray(size + 4, size + 4 + length)
  return length > 0 && data.length === length ? data : null
}

const emfSignature = 0x464d4520

/** The metafile of a stream of contents, which may stand behind the length of its header and a copy of it; else the stream itself. */
export function savedContents(stream: Uint8Array): Uint8Array {
  if (stream.length < 48) return stream
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  return view.getUint32(44, true) === emfSignature ? stream.subarray(4 + view.getUint32(0, true)) : stream
}
