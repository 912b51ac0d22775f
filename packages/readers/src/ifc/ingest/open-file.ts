import { TranslationError } from '@kamar/contracts'
import type { ByteSource, ReadRoom } from '@kamar/scene'
import { StepIndexer, type StepIndex } from '../step/step-index.js'

const pieceBytes = 4 * 2 ** 20
// Between slices a cancel is seen; one takes about 30 ms.
const sliceBytes = 8 * 2 ** 20

/** Throws `cancelled` when the reader is to stop. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TranslationError({ code: 'cancelled' })
}

/** Lets timers and messages have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The file in memory that all threads see, read in pieces of at most 4 MiB. */
export async function readShared(input: ByteSource, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(input.size))
  let position = 0
  while (position < input.size) {
    throwIfCancelled(signal)
    const piece = await input.read(position, Math.min(pieceBytes, input.size - position))
    if (piece.length === 0) break
    bytes.set(piece, position)
    position += piece.length
  }
  return position === input.size ? bytes : bytes.subarray(0, position)
}

/** The index of a file's statements; reports how far it is. */
export async function indexStatements(bytes: Uint8Array, room: Pick<ReadRoom, 'signal'>, report: (fraction: number) => void): Promise<StepIndex> {
  const indexer = new StepIndexer(bytes)
  while (!indexer.advance(indexer.position + sliceBytes)) {
    report(indexer.position / bytes.length)
    await nextTurn()
    throwIfCancelled(room.signal)
  }
  report(1)
  return indexer.result()
}
