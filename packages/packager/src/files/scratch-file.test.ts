import { closeSync, fstatSync } from 'node:fs'
import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { TestScratchStorage } from '../test-support/scratch-storage.js'
import { ScratchFile } from './scratch-file.js'
import { SpilledBytes } from './spilled-bytes.js'

const read = (file: ScratchFile, position: number, length: number): number[] => {
  const target = new Uint8Array(length)
  file.read(position, target)
  return [...target]
}

describe('ScratchFile', () => {
  it('returns bytes that are still buffered and bytes that are in the file', () => {
    const file = new ScratchFile(new TestScratchStorage())
    const large = Uint8Array.from({ length: 700_000 }, (_, at) => at % 251)
    expect(file.append(Uint8Array.of(1, 2, 3))).toBe(0)
    expect(read(file, 1, 2)).toEqual([2, 3])
    expect(file.append(large)).toBe(3)
    expect(file.append(Uint8Array.of(7, 8))).toBe(700_003)
    expect(read(file, 1, 4)).toEqual([2, 3, 0, 1])
    expect(read(file, 700_001, 4)).toEqual([large[699_998], large[699_999], 7, 8])
    expect(file.append(Uint8Array.of(9))).toBe(700_005)
    expect(read(file, 700_003, 3)).toEqual([7, 8, 9])
    file.close()
  })

  it('opens no file before its buffer is full', () => {
    const storage = new TestScratchStorage()
    const file = new ScratchFile(storage)
    for (let block = 0; block < 5; block++) file.append(new Uint8Array(100_000))
    expect(storage.openedFiles).toBe(0)
    file.append(new Uint8Array(100_000))
    expect(storage.openedFiles).toBe(1)
    file.close()
  })

  it('begins another file after 128 MiB, and reads across the boundary', () => {
    const storage = new TestScratchStorage()
    const file = new ScratchFile(storage)
    const block = new Uint8Array(3 * 1024 ** 2 + 1)
    for (let number = 0; number < 44; number++) file.append(block.fill(number))
    expect(storage.openedFiles).toBe(2)
    const boundary = 128 * 1024 ** 2
    const expected = [boundary - 2, boundary - 1, boundary, boundary + 1].map((at) => Math.floor(at / block.length))
    expect(read(file, boundary - 2, 4)).toEqual(expected)
    file.close()
  })

  it('rejects a read past its end', () => {
    const file = new ScratchFile(new TestScratchStorage())
    file.append(Uint8Array.of(1, 2, 3))
    expect(() => read(file, 2, 2)).toThrow(RangeError)
  })

  it('closes its files', () => {
    const descriptors: number[] = []
    const storage = new TestScratchStorage()
    const file = new ScratchFile({
      memoryBytes: 0,
      open: () => {
        const descriptor = storage.open()
        descriptors.push(descriptor)
        return descriptor
      },
    })
    file.append(new Uint8Array(600_000))
    expect(fstatSync(descriptors[0]).nlink).toBe(0)
    file.close()
    file.close()
    expect(() => closeSync(descriptors[0])).toThrow('EBADF')
  })
})

describe('SpilledBytes', () => {
  it.each([0, 1_000_000, Infinity])('returns what was appended with %d bytes in memory (seed 4)', (memoryBytes) => {
    const random = seededRandom(4)
    const bytes = new SpilledBytes(new TestScratchStorage(memoryBytes))
    const blocks = Array.from({ length: 300 }, (_, block) => {
      const content = new Uint8Array(Math.floor(random() * (block % 20 === 0 ? 200_000 : 2000))).fill(block)
      return { content, position: bytes.append(content) }
    })
    for (let round = 0; round < 600; round++) {
      const { content, position } = blocks[Math.floor(random() * blocks.length)]
      const start = Math.floor(random() * content.length)
      expect(bytes.read(position + start, content.length - start)).toEqual(content.subarray(start))
    }
    bytes.close()
    expect(bytes.length).toBe(0)
  })

  it('opens no file for few bytes, or without a storage', () => {
    const storage = new TestScratchStorage(1_000_000)
    const small = new SpilledBytes(storage)
    small.append(new Uint8Array(900_000))
    const large = new SpilledBytes(null)
    large.append(new Uint8Array(2_000_000).fill(3))
    expect(storage.openedFiles).toBe(0)
    expect(large.read(1_999_999, 1)).toEqual(Uint8Array.of(3))
  })
})
