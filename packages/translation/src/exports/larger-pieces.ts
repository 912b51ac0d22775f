/** One message per geometry would cost more than what is in it. */
const pieceBytes = 1024 * 1024

/** The same bytes in pieces of about a megabyte, each in a buffer of its own. */
export async function* largerPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < pieceBytes) continue
    yield joined(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield joined(waiting, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}
