const charactersPerChunk = 64 * 1024

/** Combines many small texts into UTF-8 chunks of a useful size. */
export async function* encodeTextChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < charactersPerChunk) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encoder.encode(waiting)
}
