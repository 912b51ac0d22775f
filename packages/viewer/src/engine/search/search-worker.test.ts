import { meshStageReady } from '@kamar/mesh'
import { encoderReady } from '@kamar/package-format'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { boxMesh } from '../../testing/shapes.js'
import { buildBuilding } from '../../testing/test-building.js'
import { testChunk } from '../../testing/test-chunk.js'
import { writeTestPackage } from '../../testing/test-package.js'
import type { DecodeReply, DecodeRequest } from '../stream/decode-messages.js'
import type { SearchReply, SearchRequest } from './search-messages.js'

/** The global scope of a worker, to which the modules of workers add their handler. */
const scope = globalThis as { onmessage?: ((event: { data: unknown }) => void) | null }
let replies: unknown[] = []
let transfers: (readonly unknown[])[] = []
/** Handlers of both workers. */
const handlers: Record<'search' | 'decode', (message: unknown) => void> = { search: fail, decode: fail }
function fail(): void {
  throw new Error('the worker was not loaded')
}

beforeAll(async () => {
  const before = scope.onmessage
  const load = async (module: () => Promise<unknown>): Promise<(message: unknown) => void> => {
    await module()
    const { onmessage } = scope
    return (data) => onmessage?.({ data })
  }
  handlers.search = await load(() => import('./search-worker.js'))
  handlers.decode = await load(() => import('../stream/decode-worker.js'))
  if (before === undefined) delete scope.onmessage
  else scope.onmessage = before
  await Promise.all([encoderReady, meshStageReady])
})
beforeEach(() => {
  replies = []
  transfers = []
  vi.stubGlobal('postMessage', (message: unknown, transfer: readonly unknown[] = []) => {
    replies.push(message)
    transfers.push(transfer)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('search worker', () => {
  const sendRequest = async (request: SearchRequest, replyCount: number): Promise<SearchReply> => {
    handlers.search(request)
    await vi.waitFor(() => expect(replies).toHaveLength(replyCount))
    return replies.at(-1) as SearchReply
  }

  it('replies to queries and calls by their number, once it has the files', async () => {
    const query = { text: 'door', limit: 9 }
    expect(await sendRequest({ kind: 'query', id: 1, query }, 1)).toEqual({ id: 1, ok: false, reason: 'no files' })
    const { files } = await writeTestPackage((scene) => void buildBuilding(scene))
    const tree = (files.get('tree.bin') as Uint8Array).slice().buffer as ArrayBuffer
    handlers.search({ kind: 'files', files: { tree, properties: null } })
    expect(await sendRequest({ kind: 'query', id: 7, query }, 2)).toMatchObject({
      id: 7,
      ok: true,
      result: { total: 1 },
    })
    const call = { name: 'filter', parameters: [{ kind: 'all', rules: [] }, null] } as const
    expect(await sendRequest({ kind: 'call', id: 8, call }, 3)).toEqual({ id: 8, ok: true, result: new Uint32Array(0) })
    const wrong = { name: 'filter', parameters: [null, null] } as const
    expect(await sendRequest({ kind: 'call', id: 9, call: wrong }, 4)).toMatchObject({ id: 9, ok: false })
  })

  it('rejects every query on damaged files', async () => {
    handlers.search({ kind: 'files', files: { tree: new ArrayBuffer(3), properties: null } })
    const reply = await sendRequest({ kind: 'query', id: 1, query: { text: 'a', limit: 1 } }, 1)
    expect(reply).toMatchObject({ id: 1, ok: false, reason: expect.stringContaining('RangeError') })
  })
})

describe('decode worker', () => {
  const sendRequest = async (request: DecodeRequest): Promise<DecodeReply> => {
    const { length } = replies
    handlers.decode(request)
    await vi.waitFor(() => expect(replies).toHaveLength(length + 1))
    return replies.at(-1) as DecodeReply
  }
  const bytes = (): Uint8Array => testChunk({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0 }] })

  it('replies with the chunk and transfers its buffers, for bytes of either kind', async () => {
    for (const data of [bytes(), bytes().slice().buffer as ArrayBuffer]) {
      const reply = await sendRequest({ bytes: data, mode: 'single' })
      expect(reply).toMatchObject({ ok: true, chunk: { firstGeometry: 0 } })
      expect(reply.ok && transfers.at(-1)?.includes(reply.chunk.indices.buffer)).toBe(true)
    }
  })

  it('replies with the reason where the bytes are damaged', async () => {
    expect(await sendRequest({ bytes: Uint8Array.of(1, 2, 3), mode: 'single' })).toMatchObject({
      ok: false,
      outOfMemory: false,
    })
  })
})
