import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Database, runExclusively, type OpenDatabase } from '@kamar/database'
import { type ObjectClient, readObject, writeFileDurably } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { Configuration } from '../configuration/configuration.js'
import { StartError } from '../start-error.js'
import { readSetting, writeSetting } from '../database/settings.js'

const markName = 'storage-mark'
const markSetting = 'storage.mark'
const maxMarkBytes = 100
/** Prefix of a mark in the database until it is written to the storage as well. */
const begun = 'begun '

/** Storage location of a deployment's files. */
export interface StorageLocation {
  /** Human-readable: `the bucket files`. */
  readonly name: string
  /** Reads the stored mark; returns null where there is none. */
  read(): Promise<string | null>
  write(mark: string): Promise<void>
}

/**
 * Creates the storage location of a configuration; `objects` is the open client of its bucket, null with a data folder.
 */
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

/** Returns the mark in the database; null where no process has created one, or completed it. */
export async function knownMark(database: Kysely<Database>): Promise<string | null> {
  const stored = await storedMark(database)
  return stored === null || stored.startsWith(begun) ? null : stored
}

async function storedMark(database: Kysely<Database>): Promise<string | null> {
  const mark = await readSetting(database, markSetting)
  return typeof mark === 'string' ? mark : null
}

/** Formats the message about a storage location whose files belong to another database. */
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
 * Asserts that files and database belong together. A process on the same database with other storage would show rows
 * without bytes, unnoticed until a file is missing: so the first process writes a mark to its storage and to the
 * database, and a process that finds another mark, or none, does not start; nor does a new database with another's
 * files. Throws `StartError` (`storage-elsewhere`, `storage-taken`). An embedded database is in the folder of its
 * files.
 */
export async function assertSameStorage(
  open: Pick<OpenDatabase, 'kind' | 'pool' | 'database'>,
  location: StorageLocation,
): Promise<void> {
  if (open.kind !== 'server') return
  await runExclusively(open, 'storage', { wait: true, work: () => assertSameMark(open.database, location) })
}

/**
 * Marks storage and database where neither is marked; throws `StartError` when they differ. Two concurrent calls would
 * each create a mark.
 */
export async function assertSameMark(database: Kysely<Database>, location: StorageLocation): Promise<void> {
  const [stored, presentMark] = [await storedMark(database), await location.read()]
  if (stored !== null && !stored.startsWith(begun)) {
    if (stored !== presentMark)
      throw new StartError(formatForeignStorageMessage(location), { reason: 'storage-elsewhere' })
    return
  }
  // Unmarked, or marked by a process which died before both were marked.
  const mark = stored?.slice(begun.length) ?? randomUUID()
  if (presentMark !== null && presentMark !== mark)
    throw new StartError(formatTakenStorageMessage(location), { reason: 'storage-taken' })
  if (stored === null) await writeSetting(database, markSetting, `${begun}${mark}`)
  if (presentMark === null) await location.write(mark)
  await writeSetting(database, markSetting, mark)
}

/** Replaces the mark of a storage location, for files that were copied there by other means than a server. */
export async function markStorage(database: Kysely<Database>, location: StorageLocation): Promise<void> {
  const mark = randomUUID()
  await location.write(mark)
  await writeSetting(database, markSetting, mark)
}
