import { availableParallelism } from 'node:os'
import type { ByteSource, SliceServer } from '@kamar/core'
import { openContent } from '@kamar/codecs/part21'
import { Meshing } from '../meshing.js'
import { PlainQueue } from '../queue/plain-queue.js'
import type { PlannedShard } from '../shards/shard-builder.js'
import type { ShardSupply } from '../shards/shard-sequence.js'
import { readProperties } from '../../properties/read-properties.js'
import { GeometryWorkerPool } from '../worker-pool.js'
import { decodeSlice, SliceRecords, type SliceRecord } from './slice-records.js'

/** Shards as they are described; the process that described them halves those that cannot be opened. */
class DescribedShards implements ShardSupply {
  readonly #shards: readonly PlannedShard[]
  #next = 0

  constructor(shards: readonly PlannedShard[]) {
    this.#shards = shards
  }

  get hasMore(): boolean {
    return this.#next < this.#shards.length
  }

  next(): PlannedShard {
    return this.#shards[this.#next++]
  }

  halve(): null {
    return null
  }
}

/** Opens a file to tessellate slices of it; the file needs no index. */
export async function openSliceServer(input: ByteSource, { signal }: { signal: AbortSignal }): Promise<SliceServer> {
  const content = await openContent(input, { signal })
  const pool = new GeometryWorkerPool(Math.min(2, availableParallelism()))
  return {
    async run(description, descriptor) {
      const { file, shards } = decodeSlice(description)
      pool.openFile({ content, ...file })
      const records = new SliceRecords(descriptor)
      let index = 0
      for await (const { result, failures, planned } of new Meshing({
        queue: new PlainQueue(new DescribedShards(shards)),
        signal,
        pool,
      }).run()) {
        const isLeft = !result.isOpened && planned.shapes.length > 1
        records.append(index++, isLeft ? null : ({ result, failures } satisfies SliceRecord))
      }
    },
    readProperties: (scene) => readProperties(input, { scene, signal }),
    close: () => pool.release(),
  }
}
