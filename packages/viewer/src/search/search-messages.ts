import { decodePropertyBlock, decodePropertyIndex, decoderReady, decodeTree } from '@kamar/view-package/read'
import { QueryEngine } from '../query/query-engine.js'
import { SearchIndex, type SearchQuery } from './search-index.js'

/** The files that a search runs over, as they were fetched. */
export interface SearchFiles {
  readonly tree: ArrayBuffer
  /** Null when the package has no properties. */
  readonly properties: { readonly index: ArrayBuffer; readonly blocks: readonly ArrayBuffer[] } | null
}

/** What is asked about elements: methods of the engine, by name. */
export type QueryName = keyof QueryEngine
/** What a method takes. */
export type QueryParameters<Name extends QueryName> = Parameters<QueryEngine[Name]>
/** What a method answers. */
export type QueryResult<Name extends QueryName> = ReturnType<QueryEngine[Name]>

/** A call of one of the engine's methods. */
export interface QueryCall {
  readonly name: QueryName
  readonly parameters: readonly unknown[]
}

/** What a worker, or a page without one, answers from. */
export interface SearchEngines {
  readonly index: SearchIndex
  readonly queries: QueryEngine
}

/** To the worker: first the files, then queries. */
export type SearchRequest =
  | { readonly kind: 'files'; readonly files: SearchFiles }
  | { readonly kind: 'call'; readonly id: number; readonly call: QueryCall }
  | { readonly kind: 'query'; readonly id: number; readonly query: SearchQuery }

/** From the worker: one answer to each query. */
export type SearchReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly reason: string }

/** Builds the index; `RangeError` when a file is damaged. */
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
