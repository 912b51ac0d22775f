import type { SearchIndex } from './search-index.js'
import { buildSearchIndex, type SearchAnswer, type SearchRequest } from './search-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(message: SearchAnswer): void
}

const scope = globalThis as unknown as WorkerScope
let index: Promise<SearchIndex> | null = null

async function answer(id: number, query: { text: string; limit: number }): Promise<SearchAnswer> {
  try {
    if (index === null) return { id, ok: false, reason: 'no files' }
    return { id, ok: true, result: (await index).search(query) }
  } catch (error) {
    return { id, ok: false, reason: String(error) }
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'files') {
    index = buildSearchIndex(data.files)
    index.catch(() => undefined)
  } else void answer(data.id, data.query).then((message) => scope.postMessage(message))
}
