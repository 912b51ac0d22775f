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

  const getBytes = async (path: string): Promise<ArrayBuffer> => {
    const { files } = await writeTestPackage((scene) => void buildBuilding(scene))
    return (files.get(path) as Uint8Array).slice().buffer as ArrayBuffer
  }
  const decode = async (bytes: ArrayBuffer): Promise<SearchReply & { kind: 'tree' }> =>
    (await sendRequest({ kind: 'tree', bytes }, 1)) as SearchReply & { kind: 'tree' }

  it('replies to tasks by their number, once it has the files', async () => {
    const { tree } = await decode(await getBytes('tree.bin'))
    if (tree === null) throw new Error('no tree')
    replies = []
    handlers.search({ kind: 'files', files: { tree, properties: null, maxPropertyBytes: 0 } })
    const query = { kind: 'query', query: { text: 'door', limit: 9 } } as const
    expect(await sendRequest({ kind: 'task', id: 7, task: query }, 1)).toMatchObject({
      kind: 'result',
      id: 7,
      ok: true,
      result: { total: 1 },
    })
    const call = { name: 'filter', parameters: [{ kind: 'all', rules: [] }, null] } as const
    expect(await sendRequest({ kind: 'task', id: 8, task: { kind: 'call', call } }, 2)).toEqual({
      kind: 'result',
      id: 8,
      ok: true,
      result: new Uint32Array(0),
    })
    const wrong = { kind: 'call', call: { name: 'filter', parameters: [null, null] } } as const
    expect(await sendRequest({ kind: 'task', id: 9, task: wrong }, 3)).toMatchObject({ id: 9, ok: false })
  })

  it('requests blocks of properties from the page, and fails where the page has none', async () => {
    const { tree } = await decode(await getBytes('tree.bin'))
    if (tree === null) throw new Error('no tree')
    replies = []
    const properties = await getBytes('properties/index.bin')
    handlers.search({ kind: 'files', files: { tree, properties, maxPropertyBytes: 1e6 } })
    const task = { kind: 'query', query: { text: 'steel', limit: 9 } } as const
    expect(await sendRequest({ kind: 'task', id: 1, task }, 1)).toEqual({ kind: 'block', block: 0 })
    handlers.search({ kind: 'block', block: 0, bytes: null })
    await vi.waitFor(() => expect(replies[1]).toMatchObject({ id: 1, ok: false }))
    expect(await sendRequest({ kind: 'task', id: 2, task }, 3)).toEqual({ kind: 'block', block: 0 })
    handlers.search({ kind: 'block', block: 0, bytes: await getBytes('properties/000.bin') })
    await vi.waitFor(() => expect(replies[3]).toMatchObject({ id: 2, ok: true, result: { total: 2 } }))
  })

  it('decodes a tree, transfers its columns, and reports a damaged one', async () => {
    const { tree } = await decode(await getBytes('tree.bin'))
    expect(tree?.classNames).toContain('IfcWall')
    expect(transfers[0].length).toBeGreaterThan(5)
    replies = []
    expect(await decode(new ArrayBuffer(3))).toEqual({
      kind: 'tree',
      tree: null,
      reason: expect.stringContaining('RangeError'),
    })
  })

  it('rejects every task on a damaged index of properties', async () => {
    const { tree } = await decode(await getBytes('tree.bin'))
    if (tree === null) throw new Error('no tree')
    replies = []
    handlers.search({ kind: 'files', files: { tree, properties: new ArrayBuffer(3), maxPropertyBytes: 0 } })
    const reply = await sendRequest({ kind: 'task', id: 1, task: { kind: 'prepare' } }, 1)
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

  it('returns the chunk in the buffer of its bytes, or in a larger one', async () => {
    const instances = Array.from({ length: 100 }, () => ({ geometry: 0 }))
    const encoded = testChunk({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances })
    const plain = await sendRequest({ bytes: encoded.slice(), mode: 'single' })
    for (const byteLength of [2 ** 20, encoded.length]) {
      const request = new Uint8Array(new ArrayBuffer(byteLength), 0, encoded.length)
      request.set(encoded)
      expect(await sendRequest({ bytes: request, mode: 'single', isPacked: true })).toEqual(plain)
      expect(transfers.at(-1)).toHaveLength(1)
      expect(transfers.at(-1)?.[0] === request.buffer).toBe(byteLength === 2 ** 20)
    }
  })

  it('replies with the reason where the bytes are damaged', async () => {
    expect(await sendRequest({ bytes: Uint8Array.of(1, 2, 3), mode: 'single' })).toMatchObject({
      ok: false,
      outOfMemory: false,
    })
  })
})
