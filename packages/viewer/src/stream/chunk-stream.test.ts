import type { ManifestChunk } from '@kamar/view-package/read'
import { describe, expect, it, vi } from 'vitest'
import type { PackageLoader } from '../api.js'
import { ViewerError } from '../errors.js'
import type { PlacedChunk } from '../store/placed-chunk.js'
import type { ChunkDecoder } from './chunk-decoder.js'
import { streamChunks } from './chunk-stream.js'

const chunks = Array.from({ length: 9 }, (_, number) => ({ path: `scene/${number}.bin` }) as ManifestChunk)

/** A loader whose file is its path's number in one byte; `late` makes some fetches slower than those behind them. */
function loaderOf(late: (path: string, attempt: number) => Promise<void> = async () => undefined) {
  const attempts = new Map<string, number>()
  let underWay = 0
  let most = 0
  const loader: PackageLoader = {
    fetchManifest: async () => ({}),
    fetchFile: async (path) => {
      const attempt = (attempts.get(path) ?? 0) + 1
      attempts.set(path, attempt)
      most = Math.max(most, ++underWay)
      try {
        await late(path, attempt)
      } finally {
        underWay--
      }
      return Uint8Array.from([Number(/\d+/.exec(path)?.[0])])
    },
  }
  return { loader, attempts, most: () => most }
}

const decoder: ChunkDecoder = {
  place: async (bytes) => ({ firstInstance: (bytes as Uint8Array)[0] }) as PlacedChunk,
  close: () => undefined,
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

describe('streaming chunks', () => {
  it('hands them on in order, whatever order they come in', async () => {
    const { loader, most } = loaderOf((path) => turns(path.includes('2') ? 60 : path.includes('5') ? 40 : 1))
    const taken: number[] = []
    await streamChunks({
      chunks,
      loader,
      decoder,
      signal: new AbortController().signal,
      take: async (chunk, index) => {
        expect(chunk.firstInstance).toBe(index)
        taken.push(index)
        await turns(5)
      },
    })
    expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(most()).toBeGreaterThan(1)
    expect(most()).toBeLessThanOrEqual(5)
  })

  it('does nothing for no chunks', async () => {
    const { loader, attempts } = loaderOf()
    await streamChunks({
      chunks: [],
      loader,
      decoder,
      signal: new AbortController().signal,
      take: async () => undefined,
    })
    expect(attempts.size).toBe(0)
  })

  it('tries a failed fetch again, and then says which file it was', async () => {
    vi.useFakeTimers()
    try {
      const { loader, attempts } = loaderOf(async (path, attempt) => {
        if (path === 'scene/1.bin' && attempt < 3) throw new TypeError('network')
        if (path === 'scene/2.bin') throw new TypeError('network')
      })
      const taken: number[] = []
      const streaming = streamChunks({
        chunks,
        loader,
        decoder,
        signal: new AbortController().signal,
        take: async (_, index) => void taken.push(index),
      })
      const failure = streaming.catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(5000)
      const error = await failure
      expect(error).toBeInstanceOf(ViewerError)
      expect([(error as ViewerError).code, (error as ViewerError).detail]).toEqual(['fetch-failed', 'scene/2.bin'])
      expect(taken).toEqual([0, 1])
      expect(attempts.get('scene/2.bin')).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('stops when it is cancelled', async () => {
    const { loader } = loaderOf()
    const abort = new AbortController()
    const taken: number[] = []
    const streaming = streamChunks({
      chunks,
      loader,
      decoder,
      signal: abort.signal,
      take: async (_, index) => {
        taken.push(index)
        if (index === 3) abort.abort()
      },
    })
    await expect(streaming).rejects.toMatchObject({ code: 'cancelled' })
    expect(taken).toEqual([0, 1, 2, 3])
  })
})
