import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { DiskBlobStore, DiskDerivativeStore } from './index.js'

const megabyte = 1024 ** 2

async function* megabytes(count: number, filling: number): AsyncIterable<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(megabyte, filling)
}

/** Mounts a file system of 6 MB, if this user may mount one. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'small', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const folder = await createTemporaryFolder()
const mounted = mountSmall(folder)
if (!mounted) process.stdout.write('storage: the test on a full disk is skipped, this user may not mount a small one\n')

describe.runIf(mounted)('disk stores without free space', () => {
  afterAll(async () => {
    if (mounted) execFileSync('umount', [folder])
    await removeFolder(folder)
  })

  it('fail with storage-full, leave no temporary files, keep stored blobs and recover', async () => {
    const blobs = await DiskBlobStore.open(folder)
    const derivatives = await DiskDerivativeStore.open(folder)
    const storedBlob = await blobs.put(megabytes(2, 1))
    await expect(blobs.put(megabytes(8, 2))).rejects.toMatchObject({ code: 'storage-full' })
    const address = { translationId: '01900000-0000-7000-8000-000000000001', path: 'tree.bin' }
    await expect(derivatives.write(address, new Uint8Array(8 * megabyte))).rejects.toMatchObject({
      code: 'storage-full',
    })
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
    expect(await blobs.verify(storedBlob.sha256)).toBe('whole')
    await blobs.remove(storedBlob.sha256)
    await expect(blobs.put(megabytes(4, 3))).resolves.toMatchObject({ sizeBytes: 4 * megabyte })
  })
})
