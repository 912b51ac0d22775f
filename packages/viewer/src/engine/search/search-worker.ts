import type { SearchResult } from '../types.js'
import {
  createSearchEngines,
  decodeTransferableTree,
  executeTask,
  type SearchEngines,
  type SearchReply,
  type SearchRequest,
} from './search-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(message: SearchReply, transfer?: ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope
let engines: Promise<SearchEngines> | null = null
/** Blocks that the page was asked for. */
const awaited = new Map<number, (bytes: ArrayBuffer | null) => void>()

function readBlock(block: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    awaited.set(block, (bytes) => {
      if (bytes === null) reject(new RangeError(`no block ${block}`))
      else resolve(new Uint8Array(bytes))
    })
    scope.postMessage({ kind: 'block', block })
  })
}

/** Tasks in progress. */
const running = new Map<number, AbortController>()

async function execute({ id, task, isPartialWanted }: SearchRequest & { kind: 'task' }): Promise<SearchReply> {
  const abort = new AbortController()
  running.set(id, abort)
  try {
    if (engines === null) return { kind: 'result', id, ok: false, reason: 'no files' }
    const onPartial = isPartialWanted
      ? (result: SearchResult): void => scope.postMessage({ kind: 'partial', id, result })
      : undefined
    const result = await executeTask(await engines, task, { signal: abort.signal, onPartial })
    return { kind: 'result', id, ok: true, result }
  } catch (error) {
    return { kind: 'result', id, ok: false, reason: String(error) }
  } finally {
    running.delete(id)
  }
}

async function decode(bytes: ArrayBuffer): Promise<void> {
  try {
    const [tree, buffers] = await decodeTransferableTree(bytes)
    scope.postMessage({ kind: 'tree', tree, reason: '' }, buffers)
  } catch (error) {
    scope.postMessage({ kind: 'tree', tree: null, reason: String(error) })
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'tree') void decode(data.bytes)
  else if (data.kind === 'files') {
    engines = createSearchEngines(data.files, readBlock)
    engines.catch(() => undefined)
  } else if (data.kind === 'block') {
    awaited.get(data.block)?.(data.bytes)
    awaited.delete(data.block)
  } else if (data.kind === 'cancel') running.get(data.id)?.abort()
  else void execute(data).then((message) => scope.postMessage(message))
}
