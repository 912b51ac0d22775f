import type { PropertySet } from '@kamar/core'
import { encodePropertyBlock, encodePropertyIndex, propertyBlockPath } from '@kamar/package-format'
import type { PackageFiles } from '../files/package-files.js'
import type { AssignedSets } from '../stores/property-store.js'

/** Characters of names and values per block: about 64 KB after brotli. */
const blockCharacters = 400_000

function countCharacters(set: PropertySet): number {
  let sum = 16
  for (const { value } of set.properties) sum += 8 + (typeof value === 'string' ? value.length : 8)
  return sum
}

function blockStarts(sets: readonly PropertySet[]): Uint32Array {
  const starts = [0]
  let characters = 0
  sets.forEach((set, number) => {
    if (characters >= blockCharacters) {
      starts.push(number)
      characters = 0
    }
    characters += countCharacters(set)
  })
  if (sets.length > 0) starts.push(sets.length)
  return Uint32Array.from(starts)
}

/** Writes `properties/`: blocks of sets and the index from elements to sets. */
export async function writeProperties(files: PackageFiles, assigned: AssignedSets, quality: 5 | 9): Promise<void> {
  const { sets, setStart, setNumbers } = assigned
  const blockStart = blockStarts(sets)
  const writes: Promise<unknown>[] = []
  for (let block = 0; block + 1 < blockStart.length; block++) {
    const bytes = encodePropertyBlock(sets.slice(blockStart[block], blockStart[block + 1]), blockStart[block])
    writes.push(files.writeCompressed(propertyBlockPath(block), bytes, quality))
  }
  const index = encodePropertyIndex({ elementCount: setStart.length - 1, setStart, setNumbers, blockStart })
  writes.push(files.writeCompressed('properties/index.bin', index, quality))
  await Promise.all(writes)
}
