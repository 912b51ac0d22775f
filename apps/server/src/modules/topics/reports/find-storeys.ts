import { brotliDecompressSync } from 'node:zlib'
import { decoderReady, decodeTree, storeyOfElements } from '@kamar/package-format/read'

/** Tree, and the elements to find in it. */
export interface StoreyRequest {
  /** Tree of a model as it is stored. */
  readonly bytes: Uint8Array
  readonly isCompressed: boolean
  readonly sourceIds: readonly string[]
}

const maxTreeBytes = 256 * 1024 ** 2

/** Finds the storeys of elements by their source ids; elements that are on none are absent. */
export async function findStoreys({
  bytes,
  isCompressed,
  sourceIds,
}: StoreyRequest): Promise<ReadonlyMap<string, string>> {
  await decoderReady
  const tree = decodeTree(isCompressed ? brotliDecompressSync(bytes, { maxOutputLength: maxTreeBytes }) : bytes)
  const storeys = storeyOfElements(tree)
  const requested = new Set(sourceIds)
  const names = new Map<string, string>()
  for (let element = 0; element < tree.count && names.size < requested.size; element++) {
    const storey = storeys[element] ?? -1
    if (storey < 0) continue
    const sourceId = tree.sourceId(element)
    if (requested.has(sourceId)) names.set(sourceId, tree.name(storey))
  }
  return names
}
