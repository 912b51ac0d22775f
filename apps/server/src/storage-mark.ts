import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Database, onlyOne, type OpenDatabase } from '@kamar/database'
import { type ObjectClient, readObject, writeFileDurably } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { Configuration } from './configuration.js'
import { StartError } from './start-error.js'

const markName = 'storage-mark'
const markSetting = 'storage.mark'
const maxMarkBytes = 100
/** Stands before a mark in the database until it lies in the place as well. */
const begun = 'begun '

/** Where the files of a deployment are. */
export interface StorageLocation {
  /** For people: `the bucket files`. */
  readonly name: string
  /** The mark that lies there; null where there is none. */
  read(): Promise<string | null>
  write(mark: string): Promise<void>
}

/** The place that a configuration names; `objects` is the open client of its bucket, null with a data folder. */
export function createStorageLocation(
  { dataFolder, objectStore }: Pick<Configuration, 'dataFolder' | 'objectStore'>,
  objects: ObjectClient | null,
): StorageLocation {
  if (objects === null || objectStore === null) return createFolderLocation(dataFolder)
  const part = objectStore.prefix === '' ? '' : ` (below ${objectStore.prefix})`
  return {
    name: `the bucket ${objectStore.bucket}${part}`,
    async read() {
      const presentMark = await readObject(objects, markName)
      if (presentMark === null) return null
      const isMark = presentMark.totalBytes <= maxMarkBytes
      const content = Readable.from(presentMark.content, { objectMode: false })
      if (isMark) return text(content)
      content.destroy()
      return `${presentMark.totalBytes} bytes that are no mark`
    },
    write: (mark) => objects.put(markName, Buffer.from(mark)),
  }
}

function createFolderLocation(folder: string): StorageLocation {
  const path = join(folder, markName)
  return {
    name: `the folder ${folder}`,
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    write: (mark) => writeFileDurably(path, mark),
  }
}

/** The mark that the database knows; null where no process has made one, or none to its end. */
export async function knownMark(database: Kysely<Database>): Promise<string | null> {
  const stored = await storedMark(database)
  return stored === null || stored.startsWith(begun) ? null : stored
}

async function storedMark(database: Kysely<Database>): Promise<string | null> {
  const row = await database.selectFrom('setting').select('value').where('key', '=', markSetting).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : null
}

/** What is said of a place whose files are not those of the database. */
export function formatForeignStorageMessage({ name }: Pick<StorageLocation, 'name'>): string {
  return (
    `The files of this database are not in ${name} but somewhere else. Give every process the same KAMAR_S3_BUCKET or ` +
    `the same shared data folder (KAMAR_DATA_DIR); where the files were moved, move ${markName} with them.`
  )
}

const formatTakenStorageMessage = ({ name }: Pick<StorageLocation, 'name'>): string =>
  `The files in ${name} are those of another database. Give this one a bucket, a prefix (KAMAR_S3_PREFIX) or a folder of its ` +
  `own, or bring back the database of these files with \`kamar restore\`; where that is lost and they may go, empty ${name}.`

/**
 * Files lie outside the database. A process on the same database that kept them somewhere else would show rows without
 * bytes, and nobody would notice before a file is missing: so the first process leaves a mark where its files are and in the
 * database, and who finds another mark, or none, does not begin; nor does a new database where another's files are. Throws
 * `StartError` (`storage-elsewhere`, `storage-taken`). An embedded database lies in the folder of its files.
 */
export async function assertSameStorage(
  open: Pick<OpenDatabase, 'kind' | 'pool' | 'database'>,
  location: StorageLocation,
): Promise<void> {
  if (open.kind !== 'server') return
  await onlyOne(open, 'storage', { wait: true, work: () => assertSameMark(open.database, location) })
}

/** Marks place and database where neither is; throws `StartError` when they differ. Two at once would each make a mark. */
export async function assertSameMark(database: Kysely<Database>, location: StorageLocation): Promise<void> {
  const [stored, presentMark] = [await storedMark(database), await location.read()]
  if (stored !== null && !stored.startsWith(begun)) {
    if (stored !== presentMark)
      throw new StartError(formatForeignStorageMessage(location), { reason: 'storage-elsewhere' })
    return
  }
  // Nobody's, or that of a process which died before both were marked.
  const mark = stored?.slice(begun.length) ?? randomUUID()
  if (presentMark !== null && presentMark !== mark)
    throw new StartError(formatTakenStorageMessage(location), { reason: 'storage-taken' })
  if (stored === null) await writeMark(database, `${begun}${mark}`)
  if (presentMark === null) await location.write(mark)
  await writeMark(database, mark)
}

/** Marks a place anew, for files that were brought there by other means than a server. */
export async function markStorage(database: Kysely<Database>, location: StorageLocation): Promise<void> {
  const mark = randomUUID()
  await location.write(mark)
  await writeMark(database, mark)
}

async function writeMark(database: Kysely<Database>, mark: string): Promise<void> {
  const value = JSON.stringify(mark)
  await database
    .insertInto('setting')
    .values({ key: markSetting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}
