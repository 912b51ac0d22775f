import {
  collectBuffers,
  decodePropertyIndex,
  decoderReady,
  decodeTreeColumns,
  type TreeColumns,
} from '@kamar/package-format/read'
import type { SearchControl, SearchResult } from '../types.js'
import { PropertyBlocks, type ReadBlock } from './property-blocks.js'
import { QueryEngine } from './query-engine.js'
import { SearchIndex, type SearchQuery } from './search-index.js'
import { SearchSources } from './search-sources.js'

/** Contents of a search; blocks of properties are read when they are needed. */
export interface SearchFiles {
  readonly tree: TreeColumns
  /** Null if the package has no properties. */
  readonly properties: ArrayBuffer | null
  /** Maximum bytes of blocks that are kept. */
  readonly maxPropertyBytes: number
}

/** Names of the element queries: methods of the engine. */
export type QueryName = keyof QueryEngine
/** Parameters of a method. */
export type QueryParameters<Name extends QueryName> = Parameters<QueryEngine[Name]>
/** Result of a method. */
export type QueryResult<Name extends QueryName> = Awaited<ReturnType<QueryEngine[Name]>>

/** Call of one of the engine's methods. */
export interface QueryCall {
  readonly name: QueryName
  readonly parameters: readonly unknown[]
}

/** Engines of a worker, or of a page without one. */
export interface SearchEngines {
  readonly sources: SearchSources
  readonly index: SearchIndex
  readonly queries: QueryEngine
}

/** Work of the engines. */
export type SearchTask =
  | { readonly kind: 'prepare' }
  | { readonly kind: 'call'; readonly call: QueryCall }
  | { readonly kind: 'query'; readonly query: SearchQuery }
  | { readonly kind: 'elements'; readonly text: string }

/** Message to the worker: first the files, then tasks and their cancellation, and the blocks that it requests. */
export type SearchRequest =
  | { readonly kind: 'tree'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'files'; readonly files: SearchFiles }
  | { readonly kind: 'task'; readonly id: number; readonly task: SearchTask; readonly isPartialWanted?: boolean }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'block'; readonly block: number; readonly bytes: ArrayBuffer | null }

/** Message from the worker: the decoded tree, replies to tasks, the last of which is a result, and requests of blocks. */
export type SearchReply =
  | { readonly kind: 'tree'; readonly tree: TreeColumns | null; readonly reason: string }
  | { readonly kind: 'result'; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly ok: false; readonly reason: string }
  | { readonly kind: 'partial'; readonly id: number; readonly result: SearchResult }
  | { readonly kind: 'block'; readonly block: number }

/** Creates the engines; throws `RangeError` if the index of the properties is damaged. */
export async function createSearchEngines(files: SearchFiles, readBlock: ReadBlock): Promise<SearchEngines> {
  await decoderReady
  const index = files.properties === null ? null : decodePropertyIndex(new Uint8Array(files.properties))
  const blocks = index === null ? null : new PropertyBlocks(index, readBlock, files.maxPropertyBytes)
  const sources = new SearchSources(files.tree, blocks)
  return { sources, index: new SearchIndex(sources), queries: new QueryEngine(sources) }
}

/** Executes a task. Searches alone are controlled. */
export async function executeTask(
  { sources, index, queries }: SearchEngines,
  task: SearchTask,
  control: SearchControl = {},
): Promise<unknown> {
  if (task.kind === 'query') return index.search(task.query, control)
  if (task.kind === 'elements') return index.findElements(task.text)
  if (task.kind === 'prepare') return sources.blocks?.scan(() => undefined)
  const { name, parameters } = task.call
  const method = queries[name] as (...values: readonly unknown[]) => unknown
  return method.apply(queries, [...parameters])
}

/** Decodes a tree, and returns the buffers of its columns for the transfer. */
export async function decodeTransferableTree(bytes: ArrayBuffer): Promise<[TreeColumns, ArrayBuffer[]]> {
  await decoderReady
  const tree = decodeTreeColumns(new Uint8Array(bytes))
  return [tree, collectBuffers(tree)]
}
