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

  it('go on with the mark of one that died before both had it, wherever it died', async () => {
    const place = await placeIn('files')
    const dying: StoragePlace = { ...place, write: () => Promise.reject(new Error('dead')) }
    await expect(begin(dying)).rejects.toThrow('dead')
    expect([await knownMark(open.database), await place.read()]).toEqual([null, null])
    await begin(place)
    const mark = await knownMark(open.database)
    expect(await place.read()).toBe(mark)
    await open.database
      .updateTable('setting')
      .set({ value: JSON.stringify(`begun ${mark}`) })
      .where('key', '=', 'storage.mark')
      .execute()
    await begin(place)
    expect([await knownMark(open.database), await place.read()]).toEqual([mark, mark])
  })

  it('do not begin on a new database where the files of another are, and are told what to do', async () => {
    const place = await placeIn('files')
    await place.write('of another database')
    await expect(begin(place)).rejects.toMatchObject({
      reason: 'storage-taken',
      message: expect.stringMatching(/are those of another database.*KAMAR_S3_PREFIX.*kamar restore/),
    })
    expect([await knownMark(open.database), await place.read()]).toEqual([null, 'of another database'])
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
