import {
  executeCall,
  buildSearchEngines,
  type SearchReply,
  type SearchRequest,
  type SearchEngines,
} from './search-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(message: SearchReply): void
}

const scope = globalThis as unknown as WorkerScope
let engines: Promise<SearchEngines> | null = null

async function reply(request: Exclude<SearchRequest, { kind: 'files' }>): Promise<SearchReply> {
  const { id } = request
  try {
    if (engines === null) return { id, ok: false, reason: 'no files' }
    const { index } = await engines
    const result = request.kind === 'query' ? index.search(request.query) : executeCall(await engines, request.call)
    return { id, ok: true, result }
  } catch (error) {
    return { id, ok: false, reason: String(error) }
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'files') {
    engines = buildSearchEngines(data.files)
    engines.catch(() => undefined)
  } else void reply(data).then((message) => scope.postMessage(message))
}
