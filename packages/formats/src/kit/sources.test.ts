import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openFileSource } from './file-source.js'
import { memorySource } from '@kamar/core'

const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251)

async function fileSource(name?: string) {
  const path = join(await temporaryFolder(), 'wall.ifc')
  await writeFile(path, content)
  return openFileSource(path, name)
}

describe.each([
  ['a file', fileSource],
  ['memory', async (name?: string) => ({ ...memorySource(name ?? 'wall.ifc', content), close: async () => undefined })],
])('byte source of %s', (_, open) => {
  it('reads ranges by position up to its end', async () => {
    const source = await open()
    expect(source.name).toBe('wall.ifc')
    expect(source.size).toBe(content.length)
    expect(await source.read(100_000, 5)).toEqual(content.subarray(100_000, 100_005))
    expect(await source.read(content.length - 3, 100)).toEqual(content.subarray(-3))
    expect(await source.read(content.length + 10, 10)).toHaveLength(0)
    expect(await source.read(0, 0)).toHaveLength(0)
    await source.close()
  })

  it('reads all bytes and ranges concurrently', async () => {
    const source = await open('other name.ifc')
    expect(source.name).toBe('other name.ifc')
    const [allBytes, ...parts] = await Promise.all([source.readAll(), source.read(10, 20), source.read(200_000, 7)])
    expect(allBytes).toEqual(content)
    expect(parts).toEqual([content.subarray(10, 30), content.subarray(200_000, 200_007)])
    await source.close()
  })
})

describe('file source', () => {
  it('rejects a missing file', async () => {
    await expect(openFileSource(join(await temporaryFolder(), 'gone'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('rejects reads after it is closed', async () => {
    const source = await fileSource()
    await source.close()
    await expect(source.read(0, 1)).rejects.toThrow('closed')
  })
})
