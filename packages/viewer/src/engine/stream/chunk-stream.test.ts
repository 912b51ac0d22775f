import type { ManifestChunk } from '@kamar/package-format/read'
import { describe, expect, it, vi } from 'vitest'
import type { PackageLoader } from '../types.js'
import { ViewerError } from '../errors.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { ChunkDecoder } from './chunk-decoder.js'
import { streamChunks } from './chunk-stream.js'

const chunks = Array.from({ length: 9 }, (_, number) => ({ path: `scene/${number}.bin` }) as ManifestChunk)

/** Creates a loader whose file is its path's number in one byte; `late` delays some fetches beyond later ones. */
function createLoader(beforeLoad: (path: string, attempt: number) => Promise<void> = async () => undefined) {
  const attempts = new Map<string, number>()
  let active = 0
  let maxActive = 0
  const loader: PackageLoader = {
    fetchManifest: async () => ({}),
    fetchFile: async (path) => {
      const attempt = (attempts.get(path) ?? 0) + 1
      attempts.set(path, attempt)
      maxActive = Math.max(maxActive, ++active)
      try {
        await beforeLoad(path, attempt)
      } finally {
        active--
      }
      return Uint8Array.from([Number(/\d+/.exec(path)?.[0])])
    },
  }
  return { loader, attempts, most: () => maxActive }
}

const decoder: ChunkDecoder = {
  build: async (bytes) => ({ firstInstance: (bytes as Uint8Array)[0] }) as GpuChunk,
  close: () => undefined,
}

const waitTicks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

describe('streamChunks', () => {
  it('delivers chunks in order, whatever order they arrive in', async () => {
    const { loader, most: maxActive } = createLoader((path) =>
      waitTicks(path.includes('2') ? 60 : path.includes('5') ? 40 : 1),
    )
    const received: number[] = []
    await streamChunks({
      chunks,
      loader,
      decoder,
      signal: new AbortController().signal,
      take: async (chunk, index) => {
        expect(chunk.firstInstance).toBe(index)
        received.push(index)
        await waitTicks(5)
      },
    })
    expect(received).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(maxActive()).toBeGreaterThan(1)
    expect(maxActive()).toBeLessThanOrEqual(5)
  })

  it('requests nothing for an empty list', async () => {
    const { loader, attempts } = createLoader()
    await streamChunks({
      chunks: [],
      loader,
      decoder,
      signal: new AbortController().signal,
      take: async () => undefined,
    })
    expect(attempts.size).toBe(0)
  })

  it('retries a failed fetch, then reports its path', async () => {
    vi.useFakeTimers()
    try {
      const { loader, attempts } = createLoader(async (path, attempt) => {
        if (path === 'scene/1.bin' && attempt < 3) throw new TypeError('network')
        if (path === 'scene/2.bin') throw new TypeError('network')
      })
      const received: number[] = []
      const streaming = streamChunks({
        chunks,
        loader,
        decoder,
        signal: new AbortController().signal,
        take: async (_, index) => void received.push(index),
      })
      const failure = streaming.catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(5000)
      const error = await failure
      expect(error).toBeInstanceOf(ViewerError)
      expect([(error as ViewerError).code, (error as ViewerError).detail]).toEqual(['fetch-failed', 'scene/2.bin'])
      expect(received).toEqual([0, 1])
      expect(attempts.get('scene/2.bin')).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('stops when it is cancelled', async () => {
    const { loader } = createLoader()
    const abort = new AbortController()
    const received: number[] = []
    const streaming = streamChunks({
      chunks,
      loader,
      decoder,
      signal: abort.signal,
      take: async (_, index) => {
        received.push(index)
        if (index === 3) abort.abort()
      },
    })
    await expect(streaming).rejects.toMatchObject({ code: 'cancelled' })
    expect(received).toEqual([0, 1, 2, 3])
  })
})
