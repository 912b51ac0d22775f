/** A buffer of a browser that can free its memory; Safari before 17.4 and Node 20 cannot. */
interface TransferableBuffer extends ArrayBuffer {
  transfer?(byteLength: number): ArrayBuffer
}

/** Lists the buffers of the arrays in a value and in everything below it. */
function* listBuffers(value: unknown): Generator<ArrayBufferLike> {
  if (value instanceof ArrayBuffer) yield value
  else if (ArrayBuffer.isView(value)) yield value.buffer
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* listBuffers(part)
}

/**
 * Frees the memory of all arrays in `source` that are not in `kept`; they are empty afterwards. The garbage collector
 * would free it late: up to 64 MB of it remain in the page and as much in each worker. Only for arrays that scripts
 * created and used alone: what was transferred, fetched or passed to WebGL also has an owner in the browser, which
 * keeps the memory until a collection, while the collector no longer counts it.
 */
export function releaseArrays(source: unknown, kept: unknown = null): void {
  const keptBuffers = new Set(listBuffers(kept))
  for (const buffer of new Set(listBuffers(source)))
    if (buffer instanceof ArrayBuffer && buffer.byteLength > 0 && !keptBuffers.has(buffer))
      (buffer as TransferableBuffer).transfer?.(0)
}
