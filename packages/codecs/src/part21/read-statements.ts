import { type ByteSource, throwIfCancelled } from '@kamar/core'
import { defaultWindows, type FileBytes, type FileContent, type WindowSizes } from './file-bytes.js'
import { defaultPageRows } from './statement-columns.js'
import { StepIndexer, type IndexOptions, type StepIndex } from './step-index.js'

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

/** How large files are read. */
export interface FilePaging extends WindowSizes {
  /** Files up to this size are read into memory. */
  readonly maxMemoryBytes: number
  /** Rows of the index for which memory is allocated at a time. */
  readonly pageRows: number
}

/** How files are read outside tests. */
export const defaultPaging: FilePaging = { ...defaultWindows, maxMemoryBytes: 64 << 20, pageRows: defaultPageRows }

/** Opens a file: in shared memory, or on disk when it is large. */
export async function openContent(
  input: ByteSource,
  { signal, paging = defaultPaging }: { readonly signal: AbortSignal; readonly paging?: FilePaging | undefined },
): Promise<FileContent> {
  const { fileDescriptor, size } = input
  if (fileDescriptor !== undefined && size > paging.maxMemoryBytes) {
    const { windowBytes, maxWindows } = paging
    return { fileDescriptor, size, windowBytes, maxWindows }
  }
  return readChunks(input, new Uint8Array(new SharedArrayBuffer(size)), signal)
}

/** Options of indexing. */
export interface IndexingOptions extends IndexOptions {
  readonly signal: AbortSignal
  /** Receives the fraction read. */
  report(fraction: number): void
}

/** Builds the index of a file's statements. */
export async function indexStatements(bytes: FileBytes, options: IndexingOptions): Promise<StepIndex> {
  const indexer = new StepIndexer(bytes, options)
  while (!indexer.advance(indexer.position + sliceBytes)) {
    options.report(indexer.position / bytes.length)
    await nextTurn()
    throwIfCancelled(options.signal)
  }
  options.report(1)
  return indexer.result()
}
