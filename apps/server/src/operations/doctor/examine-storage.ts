import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/contracts'
import { inspectDatabase, openDatabase } from '@kamar/database'
import { ObjectClient, type ObjectStoreSettings } from '@kamar/storage'
import type { Configuration } from '../../configuration.js'
import { foreignPlaceSentence, knownMark, type StoragePlace, storagePlace } from '../../storage-mark.js'
import { about, type Finding } from './finding.js'

const storage = about('files')
/** The doctor asks once and does not wait as long as a server does. */
const patienceMilliseconds = 5000

/** Looks at where files are when they are not just in the data folder of one process. Leaves nothing behind. */
export async function examineStorage(configuration: Configuration): Promise<Finding[]> {
  const { databaseUrl, objectStore } = configuration
  if (objectStore === null)
    return databaseUrl === null ? [] : await examineMark(databaseUrl, storagePlace(configuration, null))
  const objects = await ObjectClient.open({ patienceMilliseconds, ...objectStore })
  try {
    const problem = await bucketProblem(objects, objectStore)
    if (problem !== null) return [storage.wrong(problem)]
    const place = storagePlace(configuration, objects)
    const marks = databaseUrl === null ? [] : await examineMark(databaseUrl, place)
    return marks.length > 0
      ? marks
      : [storage.good(`${nameAtStart(place)} can be read and written, on conditions too.`)]
  } finally {
    objects.close()
  }
}

const nameAtStart = ({ name }: StoragePlace): string => name[0]?.toUpperCase() + name.slice(1)

/** Writes, reads, writes on a condition and removes, as a server does. */
async function bucketProblem(objects: ObjectClient, { bucket, endpoint }: ObjectStoreSettings): Promise<string | null> {
  const where = `The bucket ${bucket}${endpoint === null ? '' : ` at ${endpoint}`}`
  const probe = `doctor/${randomUUID()}`
  const bytes = Buffer.from('written by kamar doctor\n')
  try {
    await objects.assertReady()
  } catch (error) {
    return `${where} cannot be reached (${reasonOf(error)}); look at KAMAR_S3_BUCKET, KAMAR_S3_ENDPOINT, KAMAR_S3_REGION and the access key.`
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
    return `${where} cannot be written (${reasonOf(error)}); give the access key the right to put, get, list and delete objects.`
  } finally {
    await objects.remove(probe).catch(() => undefined)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 200) : String(cause)
}

/** Whether the files are those that the database speaks of; nothing is said where that is not known yet. */
async function examineMark(url: string, place: StoragePlace): Promise<Finding[]> {
  try {
    const open = await openDatabase({ url, migrations: 'none' })
    try {
      if ((await inspectDatabase(open.database)).schema === 'empty') return []
      const known = await knownMark(open.database)
      return known === null || known === (await place.read()) ? [] : [storage.wrong(foreignPlaceSentence(place))]
    } finally {
      await open.close()
    }
  } catch {
    // What is wrong with the database is a finding of its own.
    return []
  }
}
