import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiskDerivativeStore } from '@kamar/storage'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { UntrustedOutputError } from '../../reader-process/child-output.js'
import type { SliceChannel } from '../../reader-process/reader-process.js'
import { createTaskHash, fetchSliceFile, hashSliceTask, storeSliceFile } from './slice-files.js'

const translationId = '01900000-0000-7000-8000-000000000001'
const path = 'slices/1.task'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function createSetup() {
  const folder = await temporaryFolder()
  const derivatives = await DiskDerivativeStore.open(join(folder, 'store'))
  const output = join(folder, 'output')
  mkdirSync(join(output, 'slices'), { recursive: true })
  const channel: SliceChannel = {
    output: { folder: output, user: null },
    send: () => undefined,
    inputPath: (name) => join(folder, name),
  }
  return { folder, channel, address: { derivatives, translationId, path }, file: join(output, 'slices', '1.task') }
}

describe('files of slices', () => {
  it('are stored and fetched with their hash', async () => {
    const { channel, address, file } = await createSetup()
    writeFileSync(file, 'a task')
    const stored = await storeSliceFile(channel, '1.task', { ...address, maxBytes: 6 })
    expect(stored).toEqual({ sha256: sha256('a task'), sizeBytes: 6 })
    const target = channel.inputPath('fetched')
    expect(await fetchSliceFile(target, address, stored)).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('a task')
    const taskSha256 = await hashSliceTask(channel, '1.task')
    expect(taskSha256).not.toBe(stored.sha256)
    expect(await fetchSliceFile(target, address, { sha256: taskSha256, hash: createTaskHash() })).toBe(true)
  })

  it('are not fetched when they are absent or differ from their row', async () => {
    const { channel, address, file } = await createSetup()
    const target = channel.inputPath('fetched')
    expect(await fetchSliceFile(target, address, { sha256: sha256('a task') })).toBe(false)
    writeFileSync(file, 'another task')
    await storeSliceFile(channel, '1.task', { ...address, maxBytes: 100 })
    expect(await fetchSliceFile(target, address, { sha256: sha256('a task') })).toBe(false)
    expect(existsSync(target)).toBe(false)
  })

  it('are not stored beyond the limit, nor when they are links', async () => {
    const { folder, channel, address, file } = await createSetup()
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'secret')
    symlinkSync(secret, file)
    await expect(storeSliceFile(channel, '1.task', { ...address, maxBytes: 100 })).rejects.toThrow(UntrustedOutputError)
    await expect(hashSliceTask(channel, '1.task')).rejects.toThrow(UntrustedOutputError)
    writeFileSync(join(channel.output.folder, 'slices', '2.task'), 'a long task')
    await expect(storeSliceFile(channel, '2.task', { ...address, maxBytes: 3 })).rejects.toThrow('expected at most 3')
    expect(await address.derivatives.list(translationId)).toEqual([])
  })
})
