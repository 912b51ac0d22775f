import { type ByteSource, throwIfCancelled } from '@kamar/core'
import { StepIndexer, type StepIndex } from './step-index.js'

const chunkBytes = 4 * 2 ** 20
// Cancellation is checked between slices; one takes about 30 ms.
const sliceBytes = 8 * 2 ** 20

/** Yields to timers and messages. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Fills `target` with a file, chunk by chunk; returns the available part when the file ends early. */
export async function readChunks(input: ByteSource, target: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  let position = 0
  while (position < target.length) {
    throwIfCancelled(signal)
    const chunk = await input.read(position, Math.min(chunkBytes, target.length - position))
    if (chunk.length === 0) break
    target.set(chunk, position)
    position += chunk.length
  }
  return position === target.length ? target : target.subarray(0, position)
}

/** Options of indexing. */
export interface IndexingOptions {
  readonly signal: AbortSignal
  /** Receives the fraction read. */
  report(fraction: number): void
  /** See `StepIndexer`. */
  readonly complexInstances?: boolean
}

/** Builds the index of a file's statements. */
export async function indexStatements(bytes: Uint8Array, options: IndexingOptions): Promise<StepIndex> {
  const indexer = new StepIndexer(bytes, options)
  while (!indexer.advance(indexer.position + sliceBytes)) {
    options.report(indexer.position / bytes.length)
    await nextTurn()
    throwIfCancelled(options.signal)
  }
  options.report(1)
  return indexer.result()
}
