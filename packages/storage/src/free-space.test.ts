import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { diskSpace, ensureFreeSpace } from './index.js'

describe('free space check', () => {
  it('returns free and total bytes', async () => {
    const { freeBytes, totalBytes } = await diskSpace(await temporaryFolder())
    expect(freeBytes).toBeGreaterThan(1024 ** 2)
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes)
  })

  it('accepts data that fits beside the reserve, and fails with storage-full otherwise', async () => {
    const folder = await temporaryFolder()
    const { freeBytes } = await diskSpace(folder)
    await expect(ensureFreeSpace(folder, { neededBytes: 1, reserveBytes: 1 })).resolves.toBeUndefined()
    const excess = { neededBytes: 1, reserveBytes: freeBytes * 2 }
    await expect(ensureFreeSpace(folder, excess)).rejects.toMatchObject({ code: 'storage-full', status: 507 })
  })
})
