import { closeSync, existsSync, fstatSync, mkdtempSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderSink } from './folder-sink.js'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-sink-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('folderSink', () => {
  it('writes, reads and removes files of a package in their folders', async () => {
    const folder = createFolder()
    const sink = folderSink(folder)
    await sink.write('scene/000.bin', Uint8Array.of(1, 2))
    expect([...((await sink.read?.('scene/000.bin')) ?? [])]).toEqual([1, 2])
    await sink.remove('scene/000.bin')
    await sink.remove('scene/000.bin')
    expect(existsSync(join(folder, 'scene/000.bin'))).toBe(false)
  })

  it('refuses paths outside a package', async () => {
    await expect(folderSink(createFolder()).write('../secret', new Uint8Array(1))).rejects.toThrow(RangeError)
  })

  it('opens scratch files that the folder does not list', () => {
    const folder = createFolder()
    const { scratch } = folderSink(folder)
    if (scratch === undefined) throw new Error('a folder has scratch files')
    const descriptors = [scratch.open(), scratch.open()]
    expect(readdirSync(folder)).toEqual([])
    descriptors.forEach((descriptor, number) => {
      expect(fstatSync(descriptor).nlink).toBe(0)
      writeSync(descriptor, Uint8Array.of(number), 0, 1, 7)
      const byte = new Uint8Array(1)
      readSync(descriptor, byte, 0, 1, 7)
      expect(byte[0]).toBe(number)
      closeSync(descriptor)
    })
  })
})
