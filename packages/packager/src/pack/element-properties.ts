import type { PropertySet } from '@kamar/core'
import type { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import type { CompressedFiles, ContentFile } from '../files/package-files.js'
import type { PropertyStore } from '../stores/property-store.js'
import { hashSet, propertyHashes } from './element-fingerprints.js'
import { writeProperties } from './write-properties.js'

/** Brotli quality of properties, as of all final files. */
const quality = 5

/** Destination of the properties of all elements. */
export interface PropertyDestination {
  readonly files: CompressedFiles
  /** Of the blocks: the same, or packs. */
  readonly blockFiles: CompressedFiles
  readonly scheduler: CooperativeScheduler
}

/** Writes the properties of all elements; returns their hashes by element. */
export async function writeElementProperties(
  properties: PropertyStore,
  elementCount: number,
  destination: PropertyDestination,
): Promise<{ readonly hashes: Uint32Array; readonly completion: Promise<ContentFile[]> }> {
  const assigned = properties.assigned(elementCount)
  const setHashes = new Uint32Array(assigned.setCount)
  const onSet = (set: PropertySet, number: number): void => {
    setHashes[number] = hashSet(set)
  }
  const { completion } = await writeProperties(assigned, { ...destination, quality, onSet })
  return { hashes: propertyHashes(assigned, setHashes), completion }
}
