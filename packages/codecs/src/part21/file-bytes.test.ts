import { ftruncateSync, writeSync } from 'node:fs'
import { seededRandom } from '@kamar/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { storeBytes, type StoredBytes } from './testing/index.js'

const stored: StoredBytes[] = []
afterEach(() => {
  for (const file of stored.splice(0)) file.close()
})

function store(bytes: Uint8Array, windows = { windowBytes: 64, maxWindows: 2 }): StoredBytes {
  const file = storeBytes(bytes, windows)
  stored.push(file)
  return file
}

const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 251)

/** Returns what `seek` gives for a range, with up to two neighbours on both sides. */
function readRange(file: FileBytes, start: number, end: number): number[] {
  const view = file.seek(start, end)
  const from = Math.max(0, start - 2) - file.base
  return [...view.subarray(from, Math.min(file.length, end + 2) - file.base)]
}

describe('FileBytes', () => {
  it('reads the same ranges and neighbours from disk as from memory', () => {
    const random = seededRandom(21)
    const onDisk = new FileBytes(store(bytes).content)
    const inMemory = new FileBytes(bytes)
    for (let count = 0; count < 3000; count++) {
      const start = Math.floor(random() * bytes.length)
      const end = Math.min(bytes.length, start + Math.floor(random() * (count % 10 === 0 ? 300 : 40)))
      expect(readRange(onDisk, start, end), `${start} to ${end}`).toEqual(readRange(inMemory, start, end))
    }
  })

  it('keeps an array valid during the next call', () => {
    const file = new FileBytes(store(bytes).content)
    for (let start = 0; start + 200 < bytes.length; start += 13) {
      const [length, base] = [70, file.base]
      const view = file.seek(start, start + length)
      const viewBase = file.base
      file.seek((start + 500) % 900, ((start + 500) % 900) + 80)
      expect(view.slice(start - viewBase, start - viewBase + length), `after ${base}`).toEqual(
        bytes.slice(start, start + length),
      )
    }
  })

  it('copies ranges within a window, across windows and longer than a window', () => {
    const file = new FileBytes(store(bytes).content)
    for (const [start, end] of [
      [3, 9],
      [60, 70],
      [10, 900],
      [0, 1000],
      [1000, 1000],
    ] as const) {
      const target = new Uint8Array(end - start + 3)
      file.copy(start, end, target, 3)
      expect(target.subarray(3)).toEqual(bytes.slice(start, end))
    }
  })

  it('reads positions above 4 GiB', () => {
    const size = 5 * 2 ** 30
    const { content } = store(bytes, { windowBytes: 1 << 16, maxWindows: 2 })
    ftruncateSync(content.fileDescriptor, size)
    writeSync(content.fileDescriptor, bytes, 0, bytes.length, size - bytes.length)
    const file = new FileBytes({ ...content, size })
    const start = size - 70
    expect([...file.seek(start, size).subarray(start - file.base)]).toEqual([...bytes.slice(-70)])
    expect(file.base).toBeGreaterThan(2 ** 32)
  })

  it('fails as damaged when the file has become shorter', () => {
    const disk = store(bytes)
    const file = new FileBytes(disk.content)
    expect(file.seek(700, 710)[700 - file.base]).toBe(bytes[700])
    disk.truncate(500)
    expect(() => file.seek(600, 610)).toThrow(expect.objectContaining({ failure: { code: 'damaged' } }))
    expect(() => file.copy(400, 900, new Uint8Array(500), 0)).toThrow(
      expect.objectContaining({ failure: { code: 'damaged' } }),
    )
  })

  it('passes on an error of the disk', () => {
    const disk = storeBytes(bytes, { windowBytes: 64, maxWindows: 2 })
    const file = new FileBytes(disk.content)
    disk.close()
    expect(() => file.seek(0, 10)).toThrow(/EBADF/)
  })
})
