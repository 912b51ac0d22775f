import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Database, onlyOne, type OpenDatabase } from '@kamar/database'
import { type ObjectClient, readObject, writeWhole } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { Configuration } from './configuration.js'
import { StartError } from './start-error.js'

const markName = 'storage-mark'
const markSetting = 'storage.mark'
const mostMarkBytes = 100

/** Where the files of a deployment are. */
export interface StoragePlace {
  /** For people: `the bucket files`. */
  readonly name: string
  /** The mark that lies there; null where there is none. */
  read(): Promise<string | null>
  write(mark: string): Promise<void>
}

/** The place that a configuration names; `objects` is the open client of its bucket, null with a data folder. */
export function storagePlace(
  { dataFolder, objectStore }: Pick<Configuration, 'dataFolder' | 'objectStore'>,
  objects: ObjectClient | null,
): StoragePlace {
  if (objects === null || objectStore === null) return folderPlace(dataFolder)
  const part = objectStore.prefix === '' ? '' : ` (below ${objectStore.prefix})`
  return {
    name: `the bucket ${objectStore.bucket}${part}`,
    async read() {
      const found = await readObject(objects, markName)
      if (found === null) return null
      const isMark = found.totalBytes <= mostMarkBytes
      const content = Readable.from(found.content, { objectMode: false })
      if (isMark) return text(content)
      content.destroy()
      return `${found.totalBytes} bytes that are no mark`
    },
    write: (mark) => objects.put(markName, Buffer.from(mark)),
  }
}

function folderPlace(folder: string): StoragePlace {
  const path = join(folder, markName)
  return {
    name: `the folder ${folder}`,
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    write: (mark) => writeWhole(path, mark),
  }
}

/** The mark that the database knows; null where no process has made one. */
export async function knownMark(database: Kysely<Database>): Promise<string | null> {
  const row = await database.selectFrom('setting').select('value').where('key', '=', markSetting).executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : null
}

/** What is said of a place whose files are not those of the database. */
export function foreignPlaceSentence({ name }: Pick<StoragePlace, 'name'>): string {
  return (
    `The files of this database are not in ${name} but somewhere else. Give every process the same KAMAR_S3_BUCKET or ` +
    `the same shared data folder (KAMAR_DATA_DIR); where the files were moved, move ${markName} with them.`
  )
}

/**
 * Files lie outside the database. A process on the same database that kept them somewhere else would show rows without
 * bytes, and nobody would notice before a file is missing: so the first process leaves a mark where its files are and in the
 * database, and who finds another mark, or none, does not begin. Throws `StartError` (`storage-elsewhere`). An embedded
 * database lies in the folder of its files.
 */
export async function assertSameStorage(
  open: Pick<OpenDatabase, 'kind' | 'pool' | 'database'>,
  place: StoragePlace,
): Promise<void> {
  if (open.kind !== 'server') return
  await onlyOne(open, 'storage', { wait: true, work: () => assertSameMark(open.database, place) })
}

/** Marks place and database where neither is; throws `StartError` when they differ. Two at once would each make a mark. */
export async function assertSameMark(database: Kysely<Database>, place: StoragePlace): Promise<void> {
  const [known, found] = [await knownMark(database), await place.read()]
  if (known === null) await writeMark(database, found ?? (await madeMark(place)))
  else if (known !== found) throw new StartError(foreignPlaceSentence(place), { reason: 'storage-elsewhere' })
}

/** Marks a place anew, for files that were brought there by other means than a server. */
export async function markStorage(database: Kysely<Database>, place: StoragePlace): Promise<void> {
  await writeMark(database, await madeMark(place))
}

/** The place is marked before the database: a process that dies in between leaves a mark that the next one takes over. */
async function madeMark(place: StoragePlace): Promise<string> {
  const mark = randomUUID()
  await place.write(mark)
  return mark
}

async function writeMark(database: Kysely<Database>, mark: string): Promise<void> {
  const value = JSON.stringify(mark)
  await database
    .insertInto('setting')
    .values({ key: markSetting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}
