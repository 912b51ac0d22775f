import { memorySource } from '@kamar/core'
import { RecordedSource } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { FileWindow } from './file-window.js'

const { signal } = new AbortController()
const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 251)

describe('FileWindow', () => {
  it('returns any range, shorter at the end of the file', async () => {
    const window = new FileWindow(memorySource('model.fbx', bytes), { signal, maxBytes: 16 })
    for (const [at, length] of [
      [0, 4],
      [2, 30],
      [900, 200],
      [5, 1],
      [1000, 4],
    ])
      expect(await window.load(at, length)).toEqual(bytes.slice(at, at + length))
  })

  it('returns every range that is requested at the same time', async () => {
    const window = new FileWindow(new RecordedSource('model.fbx', bytes), { signal, maxBytes: 16 })
    const starts = [900, 0, 400, 20, 401]
    const ranges = await Promise.all(starts.map((at) => window.load(at, 20)))
    expect(ranges).toEqual(starts.map((at) => bytes.slice(at, at + 20)))
  })

  it('reads once what lies in the window, and reports each read', async () => {
    const source = new RecordedSource('model.fbx', bytes)
    const window = new FileWindow(source, { signal })
    const positions: number[] = []
    window.onRead = (position) => positions.push(position)
    for (let at = 0; at < 1000; at += 10) await window.load(at, 10)
    expect(source.readCount).toBe(1)
    expect(positions).toEqual([0])
  })

  it('ends when the read is cancelled', async () => {
    const window = new FileWindow(memorySource('model.fbx', bytes), { signal: AbortSignal.abort() })
    await expect(window.load(0, 4)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  })
})
