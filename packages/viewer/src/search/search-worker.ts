import {
  answerCall,
  buildSearchRoom,
  type SearchAnswer,
  type SearchRequest,
  type SearchRoom,
} from './search-messages.js'

interface WorkerScope {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(message: SearchAnswer): void
}

const scope = globalThis as unknown as WorkerScope
let room: Promise<SearchRoom> | null = null

async function answer(request: Exclude<SearchRequest, { kind: 'files' }>): Promise<SearchAnswer> {
  const { id } = request
  try {
    if (room === null) return { id, ok: false, reason: 'no files' }
    const { index } = await room
    const result = request.kind === 'query' ? index.search(request.query) : answerCall(await room, request.call)
    return { id, ok: true, result }
  } catch (error) {
    return { id, ok: false, reason: String(error) }
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'files') {
    room = buildSearchRoom(data.files)
    room.catch(() => undefined)
  } else void answer(data).then((message) => scope.postMessage(message))
}
