import type { PropertySet } from '@kamar/core'
import { encodePropertyBlock, encodePropertyIndex, propertyBlockPath } from '@kamar/package-format'
import type { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import type { CompressedFiles, ContentFile } from '../files/package-files.js'
import { PendingWrites } from '../files/pending-writes.js'
import type { AssignedSets } from '../stores/property-store.js'

/** Path of the index from elements to sets. */
export const propertyIndexPath = 'properties/index.bin'
/** Characters of names and values per block: about 64 KB after brotli. */
const blockCharacters = 400_000

function countCharacters(set: PropertySet): number {
  let sum = 16
  for (const { value } of set.properties) sum += 8 + (typeof value === 'string' ? value.length : 8)
  return sum
}

/** Destination of properties, and the callback for each set. */
export interface PropertyOutput {
  readonly files: CompressedFiles
  /** Of the blocks: the same, or packs. */
  readonly blockFiles: CompressedFiles
  readonly quality: 5 | 9
  readonly scheduler: CooperativeScheduler
  /** Called with each set in order of the numbers. */
  readonly onSet: (set: PropertySet, number: number) => void
}

/**
 * Writes `properties/`: blocks of sets and the index from elements to sets. Sets are decoded once and block by block,
 * because all of them as objects take more memory than anything else of a large model. Resolves when the last block is
 * being written, to the files.
 */
export async function writeProperties(
  assigned: AssignedSets,
  { files, blockFiles, quality, scheduler, onSet }: PropertyOutput,
): Promise<{ readonly completion: Promise<ContentFile[]> }> {
  const { setCount, setStart, setNumbers } = assigned
  const writes = new PendingWrites<ContentFile>()
  const blockStart: number[] = [0]
  let block: PropertySet[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    const first = blockStart.at(-1) ?? 0
    const path = propertyBlockPath(blockStart.length - 1)
    blockStart.push(first + block.length)
    const bytes = encodePropertyBlock(block, first)
    block = []
    characters = 0
    await writes.add(blockFiles.writeCompressed(path, bytes, quality))
    if (scheduler.isDue) await scheduler.yield()
  }
  for (let number = 0; number < setCount; number++) {
    if (characters >= blockCharacters) await flush()
    const set = assigned.getSet(number)
    onSet(set, number)
    characters += countCharacters(set)
    block.push(set)
  }
  if (block.length > 0) await flush()
  const index = encodePropertyIndex({
    elementCount: setStart.length - 1,
    setStart,
    setNumbers,
    blockStart: Uint32Array.from(blockStart),
  })
  await writes.add(files.writeCompressed(propertyIndexPath, index, quality))
  return { completion: writes.settle() }
}
