import { decodePropertyBlock, decodePropertyIndex, decoderReady, decodeTree } from '@kamar/package-format/read'
import { QueryEngine } from './query-engine.js'
import { SearchIndex, type SearchQuery } from './search-index.js'

/** Fetched files of a search. */
export interface SearchFiles {
  readonly tree: ArrayBuffer
  /** Null if the package has no properties. */
  readonly properties: { readonly index: ArrayBuffer; readonly blocks: readonly ArrayBuffer[] } | null
}

/** Names of the element queries: methods of the engine. */
export type QueryName = keyof QueryEngine
/** Parameters of a method. */
export type QueryParameters<Name extends QueryName> = Parameters<QueryEngine[Name]>
/** Result of a method. */
export type QueryResult<Name extends QueryName> = ReturnType<QueryEngine[Name]>

/** Call of one of the engine's methods. */
export interface QueryCall {
  readonly name: QueryName
  readonly parameters: readonly unknown[]
}

/** Engines of a worker, or of a page without one. */
export interface SearchEngines {
  readonly index: SearchIndex
  readonly queries: QueryEngine
}

/** Message to the worker: first the files, then queries. */
export type SearchRequest =
  | { readonly kind: 'files'; readonly files: SearchFiles }
  | { readonly kind: 'call'; readonly id: number; readonly call: QueryCall }
  | { readonly kind: 'query'; readonly id: number; readonly query: SearchQuery }

/** Message from the worker: one reply per query. */
export type SearchReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly reason: string }

/** Builds the index; throws `RangeError` if a file is damaged. */
export async function buildSearchEngines(files: SearchFiles): Promise<SearchEngines> {
  await decoderReady
  const tree = decodeTree(new Uint8Array(files.tree))
  const properties = files.properties === null ? null : decodeProperties(files.properties)
  return { index: new SearchIndex(tree, properties), queries: new QueryEngine(tree, properties) }
}

/** Calls the engine's method. */
export function executeCall({ queries }: SearchEngines, { name, parameters }: QueryCall): unknown {
  const method = queries[name] as (...values: readonly unknown[]) => unknown
  return method.apply(queries, [...parameters])
}

function decodeProperties({ index, blocks }: NonNullable<SearchFiles['properties']>) {
  return {
    index: decodePropertyIndex(new Uint8Array(index)),
    blocks: blocks.map((block) => decodePropertyBlock(new Uint8Array(block))),
  }
}
