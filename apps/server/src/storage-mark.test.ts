import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '@kamar/database'
import { temporaryFolder } from '@kamar/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from './start-error.js'
import {
  assertSameMark,
  assertSameStorage,
  knownMark,
  markStorage,
  type StoragePlace,
  storagePlace,
} from './storage-mark.js'
import { emptyDatabase, giveBack } from './testing/empty-database.js'

let open: OpenDatabase
let folder: string
beforeEach(async () => {
  open = await emptyDatabase()
  folder = await temporaryFolder()
})
afterEach(() => giveBack(open))

const placeIn = async (name: string): Promise<StoragePlace> => {
  const dataFolder = join(folder, name)
  await mkdir(dataFolder, { recursive: true })
  return storagePlace({ dataFolder, objectStore: null }, null)
}
const begin = (place: StoragePlace): Promise<void> => assertSameMark(open.database, place)

describe('processes on one database server', () => {
  it('begin where the first of them left its mark', async () => {
    const place = await placeIn('files')
    await begin(place)
    const mark = await knownMark(open.database)
    expect(mark).toMatch(/^[\da-f-]{36}$/)
    expect(await place.read()).toBe(mark)
    await begin(place)
    expect(await place.read()).toBe(mark)
  })

  it('do not begin with files of their own, and are told where to look', async () => {
    await begin(await placeIn('files'))
    const elsewhere = await placeIn('elsewhere')
    const refused = await begin(elsewhere).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({
      reason: 'storage-elsewhere',
      message: expect.stringMatching(/not in the folder .*elsewhere but somewhere else.*KAMAR_S3_BUCKET/),
    })
    expect(await elsewhere.read()).toBeNull()
    await markStorage(open.database, elsewhere)
    await begin(elsewhere)
    await expect(begin(await placeIn('files'))).rejects.toThrow('somewhere else')
  })

  it('take over the mark of one that died before the database had it', async () => {
    const place = await placeIn('files')
    await place.write('left behind')
    await begin(place)
    expect(await knownMark(open.database)).toBe('left behind')
  })

  it('do not begin when the mark is gone, or cannot be read', async () => {
    const place = await placeIn('files')
    await begin(place)
    await rm(join(folder, 'files/storage-mark'))
    await expect(begin(place)).rejects.toThrow('somewhere else')
    await mkdir(join(folder, 'files/storage-mark'))
    await expect(begin(place)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

it('a process with an embedded database leaves no mark', async () => {
  const place = await placeIn('files')
  await assertSameStorage(open, place)
  expect([await place.read(), await knownMark(open.database)]).toEqual([null, null])
})
