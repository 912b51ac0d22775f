import { meshStageReady } from '@kamar/mesh'
import { encoderReady } from '@kamar/package-format'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { boxMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import { ReadyDecoder, type RecyclingDecoder } from './chunk-decoder.js'
import type { DecodeReply } from './decode-messages.js'

beforeAll(async () => {
  await Promise.all([encoderReady, meshStageReady])
})
beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Worker whose replies the test sends. */
class FakeWorker {
  onmessage: ((event: { data: DecodeReply }) => void) | null = null
  onerror: (() => void) | null = null
  onmessageerror: (() => void) | null = null
  readonly requests: { readonly message: unknown; readonly transfer: readonly unknown[] }[] = []
  isTerminated = false
  postMessage(message: unknown, transfer: readonly unknown[]): void {
    this.requests.push({ message, transfer })
  }
  terminate(): void {
    this.isTerminated = true
  }
  reply(data: DecodeReply): void {
    this.onmessage?.({ data })
  }
}

function createDecoder(): { decoder: RecyclingDecoder; worker: FakeWorker } {
  const worker = new FakeWorker()
  return { decoder: new ReadyDecoder(() => worker as unknown as Worker).take(), worker }
}
const chunk = (firstInstance: number): GpuChunk => ({ firstInstance }) as GpuChunk
const getCode = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'resolved',
    (error: { code: string }) => error.code,
  )

describe('decoder in a worker', () => {
  it('transfers the bytes and resolves the requests in order', async () => {
    const { decoder, worker } = createDecoder()
    const bytes = Uint8Array.of(1, 2, 3)
    const results = Promise.all([decoder.build(bytes), decoder.build(new ArrayBuffer(4), 'single')])
    expect(worker.requests).toEqual([
      { message: { bytes, mode: 'joined' }, transfer: [bytes.buffer] },
      { message: { bytes: expect.any(ArrayBuffer), mode: 'single' }, transfer: [expect.any(ArrayBuffer)] },
    ])
    worker.reply({ ok: true, chunk: chunk(1) })
    worker.reply({ ok: true, chunk: chunk(2) })
    expect((await results).map(({ firstInstance }) => firstInstance)).toEqual([1, 2])
  })

  it('sends the bytes of chunks in buffers that it gets back', () => {
    const { decoder, worker } = createDecoder()
    const bytes = Uint8Array.of(1, 2, 3)
    void decoder.buildInBuffer(bytes)
    const buffer = worker.requests[0].transfer[0] as ArrayBuffer
    expect(worker.requests[0].message).toEqual({ bytes, mode: 'single', isPacked: true })
    expect(buffer === bytes.buffer).toBe(false)
    void decoder.buildInBuffer(bytes)
    expect(worker.requests[1].transfer[0] === buffer).toBe(false)
    const recycle = (from: ArrayBuffer): void => decoder.recycle({ vertices: new Uint16Array(from) } as GpuChunk)
    recycle(buffer)
    void decoder.buildInBuffer(Uint8Array.of(4))
    expect(worker.requests[2].transfer[0] === buffer).toBe(true)
    expect(worker.requests[2].message).toMatchObject({ bytes: Uint8Array.of(4) })
    recycle(new ArrayBuffer(2))
    void decoder.buildInBuffer(bytes)
    expect((worker.requests[3].transfer[0] as ArrayBuffer).byteLength).toBeGreaterThan(2)
  })

  it('rejects a damaged chunk, and one that needs too much memory, and goes on', async () => {
    const { decoder, worker } = createDecoder()
    const results = [0, 1, 2].map(() => decoder.build(new ArrayBuffer(1)))
    const codes = Promise.all(results.map(getCode))
    worker.reply({ ok: false, reason: 'RangeError: view package', outOfMemory: false })
    worker.reply({ ok: false, reason: 'allocation', outOfMemory: true })
    worker.reply({ ok: true, chunk: chunk(1) })
    expect(await codes).toEqual(['package-damaged', 'out-of-memory', 'resolved'])
    await expect(results[0]).rejects.toMatchObject({ detail: 'RangeError: view package' })
  })

  it('counts a worker that dies before any reply as damaged, and later as out of memory', async () => {
    const silent = createDecoder()
    const first = getCode(silent.decoder.build(new ArrayBuffer(1)))
    silent.worker.onerror?.()
    expect(await first).toBe('package-damaged')
    const responsive = createDecoder()
    const results = [
      getCode(responsive.decoder.build(new ArrayBuffer(1))),
      getCode(responsive.decoder.build(new ArrayBuffer(1))),
    ]
    responsive.worker.reply({ ok: true, chunk: chunk(1) })
    responsive.worker.onerror?.()
    expect(await Promise.all(results)).toEqual(['resolved', 'out-of-memory'])
    expect(await getCode(responsive.decoder.build(new ArrayBuffer(1)))).toBe('out-of-memory')
    expect(responsive.worker.requests).toHaveLength(2)
  })

  it('is out of memory when a reply cannot be received', async () => {
    const { decoder, worker } = createDecoder()
    const result = getCode(decoder.build(new ArrayBuffer(1)))
    worker.onmessageerror?.()
    expect(await result).toBe('out-of-memory')
  })

  it('terminates the worker and cancels all requests when it is closed', async () => {
    const { decoder, worker } = createDecoder()
    const results = [getCode(decoder.build(new ArrayBuffer(1))), getCode(decoder.build(new ArrayBuffer(1)))]
    decoder.close()
    expect(worker.isTerminated).toBe(true)
    expect(await Promise.all([...results, getCode(decoder.build(new ArrayBuffer(1)))])).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ])
  })
})

describe('decoder without a worker', () => {
  const bytes = (): Uint8Array => testChunk({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0 }] })

  it.each<[string, (() => Worker) | null]>([
    ['there is no worker', null],
    [
      'the browser refuses one',
      () => {
        throw new Error('blocked')
      },
    ],
  ])('decodes on the same thread when %s', async (_, createWorker) => {
    const decoder = new ReadyDecoder(createWorker).take()
    const { buffer } = bytes()
    expect((await decoder.build(bytes())).instances.count).toBe(1)
    expect((await decoder.build(buffer as ArrayBuffer, 'single')).instances.count).toBe(1)
  })

  it('decodes where workers do not exist', async () => {
    vi.stubGlobal('Worker', undefined)
    const decoder = new ReadyDecoder(() => {
      throw new Error('not called')
    }).take()
    expect((await decoder.build(bytes())).instances.count).toBe(1)
  })

  it('rejects damaged bytes, and decodes the next chunk', async () => {
    const decoder = new ReadyDecoder(null).take()
    const results = await Promise.all([getCode(decoder.build(Uint8Array.of(1, 2, 3))), getCode(decoder.build(bytes()))])
    expect(results).toEqual(['package-damaged', 'resolved'])
  })

  it('cancels what was requested before it was closed', async () => {
    const decoder = new ReadyDecoder(null).take()
    const result = getCode(decoder.build(bytes()))
    decoder.close()
    expect(await result).toBe('cancelled')
  })
})

describe('ReadyDecoder', () => {
  it('starts one decoder ahead, hands it out once, and creates others on demand', () => {
    let created = 0
    const ready = new ReadyDecoder(() => {
      created++
      return new FakeWorker() as unknown as Worker
    })
    expect(created).toBe(1)
    const first = ready.take()
    expect(created).toBe(1)
    expect(ready.take()).not.toBe(first)
    expect(created).toBe(2)
  })

  it('closes only a decoder that nobody took', () => {
    const workers: FakeWorker[] = []
    const create = (): Worker => {
      workers.push(new FakeWorker())
      return workers.at(-1) as unknown as Worker
    }
    const unused = new ReadyDecoder(create)
    unused.close()
    unused.close()
    const used = new ReadyDecoder(create)
    used.take()
    used.close()
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  })
})
