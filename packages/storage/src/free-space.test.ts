import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { diskSpace, ensureFreeSpace } from './index.js'

describe('free space', () => {
  it('is counted in bytes', async () => {
    const { freeBytes, totalBytes } = await diskSpace(await temporaryFolder())
    expect(freeBytes).toBeGreaterThan(1024 ** 2)
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes)
  })

  it('lets through what fits beside the reserve and refuses what does not', async () => {
    const folder = await temporaryFolder()
    const { freeBytes } = await diskSpace(folder)
    await expect(ensureFreeSpace(folder, { neededBytes: 1, reserveBytes: 1 })).resolves.toBeUndefined()
    const tooMuch = { neededBytes: 1, reserveBytes: freeBytes * 2 }
    await expect(ensureFreeSpace(folder, tooMuch)).rejects.toMatchObject({ code: 'storage-full', status: 507 })
  })
})
