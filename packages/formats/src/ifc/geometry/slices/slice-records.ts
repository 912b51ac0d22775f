import { fstatSync, readSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { ShardedFile, ShardResult } from '../shards/shard.js'
import { jobStride, placedStride } from '../shards/shard.js'
import type { PlannedShard } from '../shards/shard-builder.js'
import type { ShapeFailure } from '../shards/shard.js'

/** A slice: consecutive shards, and what a process needs to know of the file besides its bytes. */
export interface SliceDescription {
  readonly file: Pick<ShardedFile, 'schema' | 'unitMetres'>
  readonly shards: readonly PlannedShard[]
}

/** Result of one shard of a slice. */
export interface SliceRecord {
  readonly result: ShardResult
  readonly failures: ReadonlyMap<number, ShapeFailure>
}

/** Encodes a slice. The same plan gives the same bytes. */
export function encodeSlice(description: SliceDescription): Uint8Array {
  return serialize(description)
}

/** Decodes a slice; throws for bytes that are not one. Written by a process of ours in the same kind of sandbox. */
export function decodeSlice(bytes: Uint8Array): SliceDescription {
  return deserialize(bytes) as SliceDescription
}

const headerBytes = 8

/**
 * File with the results of the shards of a slice, in any order: for each the length of its record and its index (32
 * bits, little-endian), and the record as the structured clone algorithm encodes it, as between threads.
 */
export class SliceRecords {
  readonly #descriptor: number
  readonly #spans = new Map<number, { readonly position: number; readonly length: number }>()
  #end = 0

  /** Finds the records that are in the file; what follows the last complete one is ignored. */
  constructor(descriptor: number) {
    this.#descriptor = descriptor
    const { size } = fstatSync(descriptor)
    const header = Buffer.alloc(headerBytes)
    while (this.#end + headerBytes <= size) {
      readFully(descriptor, header, this.#end)
      const length = header.readUInt32LE(0)
      const position = this.#end + headerBytes
      if (position + length > size) return
      this.#spans.set(header.readUInt32LE(4), { position, length })
      this.#end = position + length
    }
  }

  /** Appends a record; null states that this shard is left to the process that asked for the slice. */
  append(index: number, record: SliceRecord | null): void {
    const content = serialize(record)
    const header = Buffer.alloc(headerBytes)
    header.writeUInt32LE(content.length, 0)
    header.writeUInt32LE(index, 4)
    writeFully(this.#descriptor, header, this.#end)
    const position = this.#end + headerBytes
    writeFully(this.#descriptor, content, position)
    this.#spans.set(index, { position, length: content.length })
    this.#end = position + content.length
  }

  /** Reads a record; null if there is none, or none that fits the shard. */
  read(index: number, planned: PlannedShard): SliceRecord | null {
    const span = this.#spans.get(index)
    if (span === undefined) return null
    const bytes = Buffer.allocUnsafe(span.length)
    try {
      readFully(this.#descriptor, bytes, span.position)
      const record = deserialize(bytes) as SliceRecord | null
      return record !== null && fitsShard(record, planned) ? record : null
    } catch {
      return null
    }
  }
}

/** Returns whether a record has the columns of this shard's result. */
function fitsShard({ result, failures }: SliceRecord, { shard, placementRows }: PlannedShard): boolean {
  const { outcomes, placedNumbers, placedMatrices, placements, meshKeys, meshes, buffer } = result
  const instanceCount = placedNumbers.length / placedStride
  return (
    outcomes instanceof Uint8Array &&
    outcomes.length === shard.jobs.length / jobStride &&
    placedNumbers instanceof Int32Array &&
    placedMatrices instanceof Float64Array &&
    placedMatrices.length === instanceCount * 12 &&
    placements instanceof Float64Array &&
    placements.length === placementRows.length * 12 &&
    Array.isArray(meshKeys) &&
    Array.isArray(meshes) &&
    buffer instanceof ArrayBuffer &&
    failures instanceof Map
  )
}

function readFully(descriptor: number, target: Uint8Array, position: number): void {
  let filled = 0
  while (filled < target.length) {
    const count = readSync(descriptor, target, filled, target.length - filled, position + filled)
    if (count === 0) throw new RangeError(`expected ${target.length} bytes at ${position}, found ${filled}`)
    filled += count
  }
}

function writeFully(descriptor: number, bytes: Uint8Array, position: number): void {
  let done = 0
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
}
