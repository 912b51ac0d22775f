import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/core'
import { inspectDatabase, openDatabase } from '@kamar/database'
import { ObjectClient, type ObjectStoreSettings } from '@kamar/storage'
import type { Configuration } from '../../platform/configuration/configuration.js'
import {
  formatForeignStorageMessage,
  knownMark,
  type StorageLocation,
  createStorageLocation,
} from '../../platform/storage/storage-mark.js'
import { about, type Finding } from './finding.js'

const storage = about('files')
/** Shorter timeout than a server's, because the doctor tries only once. */
const timeoutMilliseconds = 5000

/** Examines the storage of files when it is more than the data folder of one process. Leaves nothing behind. */
export async function examineStorage(configuration: Configuration): Promise<Finding[]> {
  const { databaseUrl, objectStore } = configuration
  if (objectStore === null)
    return databaseUrl === null ? [] : await examineMark(databaseUrl, createStorageLocation(configuration, null))
  const objects = await ObjectClient.open({ timeoutMilliseconds, ...objectStore })
  try {
    const errorReason = await findBucketError(objects, objectStore)
    if (errorReason !== null) return [storage.wrong(errorReason)]
    const storageLocation = createStorageLocation(configuration, objects)
    const marks = databaseUrl === null ? [] : await examineMark(databaseUrl, storageLocation)
    return marks.length > 0
      ? marks
      : [storage.good(`${nameAtStart(storageLocation)} can be read and written, on conditions too.`)]
  } finally {
    objects.close()
  }
}

const nameAtStart = ({ name }: StorageLocation): string => name[0]?.toUpperCase() + name.slice(1)

/** Writes, reads, writes conditionally and removes, as a server does. */
async function findBucketError(
  objects: ObjectClient,
  { bucket, endpoint }: ObjectStoreSettings,
): Promise<string | null> {
  const where = `The bucket ${bucket}${endpoint === null ? '' : ` at ${endpoint}`}`
  const probe = `doctor/${randomUUID()}`
  const bytes = Buffer.from('written by kamar doctor\n')
  try {
    await objects.assertReady()
  } catch (error) {
    return `${where} cannot be reached (${formatReason(error)}); look at KAMAR_S3_BUCKET, KAMAR_S3_ENDPOINT, KAMAR_S3_REGION and the access key.`
  }
  try {
    await objects.put(probe, bytes, 'absent')
    const isTwice = await objects.put(probe, bytes, 'absent').then(
      () => true,
      (error: unknown) => !(error instanceof AppError && error.code === 'changed-meanwhile'),
    )
    if (isTwice)
      return `${where} does not write on conditions (If-None-Match), which servers rely on; use another store.`
    return (await objects.stat(probe))?.sizeBytes === bytes.length
      ? null
      : `${where} does not show what was just written; use a store that does.`
  } catch (error) {
    return `${where} cannot be written (${formatReason(error)}); give the access key the right to put, get, list and delete objects.`
  } finally {
    await objects.remove(probe).catch(() => undefined)
  }
}

function formatReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 200) : String(cause)
}

/** Examines whether the files belong to the database; returns nothing where that is unknown yet. */
async function examineMark(url: string, storageLocation: StorageLocation): Promise<Finding[]> {
  try {
    const open = await openDatabase({ url, migrations: 'none' })
    try {
      if ((await inspectDatabase(open.database)).schema === 'empty') return []
      const storedMark = await knownMark(open.database)
      return storedMark === null || storedMark === (await storageLocation.read())
        ? []
        : [storage.wrong(formatForeignStorageMessage(storageLocation))]
    } finally {
      await open.close()
    }
  } catch {
    // Database errors have their own finding.
    return []
  }
}
