import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '@kamar/database'
import { temporaryFolder } from '@kamar/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../start-error.js'
import {
  assertSameMark,
  assertSameStorage,
  knownMark,
  markStorage,
  type StorageLocation,
  createStorageLocation,
} from './storage-mark.js'
import { emptyDatabase, releaseDatabase } from '../../testing/empty-database.js'

let open: OpenDatabase
let folder: string
beforeEach(async () => {
  open = await emptyDatabase()
  folder = await temporaryFolder()
})
afterEach(() => releaseDatabase(open))

const createLocationIn = async (name: string): Promise<StorageLocation> => {
  const dataFolder = join(folder, name)
  await mkdir(dataFolder, { recursive: true })
  return createStorageLocation({ dataFolder, objectStore: null }, null)
}
const begin = (location: StorageLocation): Promise<void> => assertSameMark(open.database, location)

describe('assertSameMark', () => {
  it('marks the storage once and accepts it afterwards', async () => {
    const location = await createLocationIn('files')
    await begin(location)
    const mark = await knownMark(open.database)
    expect(mark).toMatch(/^[\da-f-]{36}$/)
    expect(await location.read()).toBe(mark)
    await begin(location)
    expect(await location.read()).toBe(mark)
  })

  it('rejects a different storage and names the settings to check', async () => {
    await begin(await createLocationIn('files'))
    const otherLocation = await createLocationIn('elsewhere')
    const refused = await begin(otherLocation).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({
      reason: 'storage-elsewhere',
      message: expect.stringMatching(/not in the folder .*elsewhere but somewhere else.*KAMAR_S3_BUCKET/),
    })
    expect(await otherLocation.read()).toBeNull()
    await markStorage(open.database, otherLocation)
    await begin(otherLocation)
    await expect(begin(await createLocationIn('files'))).rejects.toThrow('somewhere else')
  })

  it('completes a mark that a crashed process wrote only in part', async () => {
    const location = await createLocationIn('files')
    const dying: StorageLocation = { ...location, write: () => Promise.reject(new Error('dead')) }
    await expect(begin(dying)).rejects.toThrow('dead')
    expect([await knownMark(open.database), await location.read()]).toEqual([null, null])
    await begin(location)
    const mark = await knownMark(open.database)
    expect(await location.read()).toBe(mark)
    await open.database
      .updateTable('setting')
      .set({ value: JSON.stringify(`begun ${mark}`) })
      .where('key', '=', 'storage.mark')
      .execute()
    await begin(location)
    expect([await knownMark(open.database), await location.read()]).toEqual([mark, mark])
  })

  it('rejects a storage that belongs to another database and suggests a remedy', async () => {
    const location = await createLocationIn('files')
    await location.write('of another database')
    await expect(begin(location)).rejects.toMatchObject({
      reason: 'storage-taken',
      message: expect.stringMatching(/are those of another database.*KAMAR_S3_PREFIX.*kamar restore/),
    })
    expect([await knownMark(open.database), await location.read()]).toEqual([null, 'of another database'])
  })

  it('rejects a storage whose mark is missing or unreadable', async () => {
    const location = await createLocationIn('files')
    await begin(location)
    await rm(join(folder, 'files/storage-mark'))
    await expect(begin(location)).rejects.toThrow('somewhere else')
    await mkdir(join(folder, 'files/storage-mark'))
    await expect(begin(location)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

it('assertSameStorage writes no mark for an embedded database', async () => {
  const location = await createLocationIn('files')
  await assertSameStorage(open, location)
  expect([await location.read(), await knownMark(open.database)]).toEqual([null, null])
})
