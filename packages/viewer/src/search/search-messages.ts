import { decodePropertyBlock, decodePropertyIndex, decoderReady, decodeTree } from '@kamar/view-package/read'
import type { SearchResult } from '../api.js'
import { SearchIndex, type SearchQuery } from './search-index.js'

/** The files that a search runs over, as they were fetched. */
export interface SearchFiles {
  readonly tree: ArrayBuffer
  /** Null when the package has no properties. */
  readonly properties: { readonly index: ArrayBuffer; readonly blocks: readonly ArrayBuffer[] } | null
}

/** To the worker: first the files, then queries. */
export type SearchRequest =
  | { readonly kind: 'files'; readonly files: SearchFiles }
  | { readonly kind: 'query'; readonly id: number; readonly query: SearchQuery }

/** From the worker: one answer to each query. */
export type SearchAnswer =
  | { readonly id: number; readonly ok: true; readonly result: SearchResult }
  | { readonly id: number; readonly ok: false; readonly reason: string }

/** Builds the index; `RangeError` when a file is damaged. */
export async function buildSearchIndex(files: SearchFiles): Promise<SearchIndex> {
  await decoderReady
  const tree = decodeTree(new Uint8Array(files.tree))
  if (files.properties === null) return new SearchIndex(tree, null)
  return new SearchIndex(tree, {
    index: decodePropertyIndex(new Uint8Array(files.properties.index)),
    blocks: files.properties.blocks.map((block) => decodePropertyBlock(new Uint8Array(block))),
  })
}
