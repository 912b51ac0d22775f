/** A buffer of a browser that can free its memory; Safari before 17.4 and Node 20 cannot. */
interface TransferableBuffer extends ArrayBuffer {
  transfer?(byteLength: number): ArrayBuffer
}

/** Typed array of decoded columns. */
export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float32Array

/** Returns a value with each typed array in it, or in an object below it, replaced. */
export function mapArrays<Value>(value: Value, map: (array: ColumnArray) => ColumnArray): Value {
  if (ArrayBuffer.isView(value)) return map(value as unknown as ColumnArray) as Value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapArrays(part, map)])) as Value
}

/** Returns the buffers of all arrays in a value and below it, to transfer them. */
export const collectBuffers = (value: unknown): ArrayBuffer[] => [...new Set(listBuffers(value))] as ArrayBuffer[]

/** Lists the buffers of the arrays in a value and in everything below it. */
function* listBuffers(value: unknown): Generator<ArrayBufferLike> {
  if (value instanceof ArrayBuffer) yield value
  else if (ArrayBuffer.isView(value)) yield value.buffer
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* listBuffers(part)
}

/**
 * Frees the memory of all arrays in `source` that are not in `retained`; they are empty afterwards. The garbage collector
 * would free it late: up to 64 MB of it remain in the page and as much in each worker. Only for arrays that scripts
 * created and used alone: what was transferred, fetched or passed to WebGL also has an owner in the browser, which
 * keeps the memory until a collection, while the collector no longer counts it.
 */
export function releaseArrays(source: unknown, retained: unknown = null): void {
  const retainedBuffers = new Set(listBuffers(retained))
  for (const buffer of new Set(listBuffers(source)))
    if (buffer instanceof ArrayBuffer && buffer.byteLength > 0 && !retainedBuffers.has(buffer))
      (buffer as TransferableBuffer).transfer?.(0)
}
