import type { Readable } from 'node:stream'
import { AppError } from '@kamar/core'
import { dumpDatabase, type DatabaseDump } from '@kamar/database'
import type { BlobStore, DerivativeStore } from '@kamar/storage'
import { type ContentRow, contentRows, formatContentName } from '../content-rows.js'
import { OperationError } from '../operation-error.js'
import type { VerifiedDeployment } from '../verify/verify-deployment.js'
import { keepPacked, readContentList } from './packed-lines.js'
import { BackupFolder, type Snapshot } from './snapshot.js'

/** Sources of a backup. */
export interface BackupSource {
  readonly database: VerifiedDeployment['database']
  readonly blobs: Pick<BlobStore, 'open' | 'stat'>
  readonly derivatives: Pick<DerivativeStore, 'open'>
  /** Secret stored in the data folder; null when the environment provides it. */
  readonly secret: string | null
}

/** Options of a backup. */
export interface BackupOptions {
  /** Absolute path of the folder of backups. */
  readonly folder: string
  /** Omits the secret: with it and the rows, tokens can be forged. */
  readonly withoutSecret?: boolean
  /**
   * Number of snapshots to retain, including this one; older ones are removed with the contents that only they needed.
   */
  readonly keep?: number
}

/** Report of a backup. */
export interface BackupReport {
  /** Name of the snapshot. */
  readonly snapshot: string
  readonly rows: number
  readonly contents: number
  /** Total of all contents, in bytes. */
  readonly bytes: number
  /** Number of contents that this backup folder did not have before. */
  readonly added: number
  /** Time the database was read, in milliseconds: the embedded one blocks other queries meanwhile. */
  readonly databaseMilliseconds: number
  /** Contents that were already missing or damaged and are not in the backup. */
  readonly absent: readonly string[]
  /** Removed older snapshots. */
  readonly removed: readonly string[]
}

const maxPasses = 5

/**
 * Creates a snapshot of a running deployment. Bytes are immutable and are copied first; then the database is read as of
 * one moment; then the contents that arrived in between. A deletion in that short time makes it start over.
 */
export async function makeBackup(
  source: BackupSource,
  options: BackupOptions,
  onProgress: (message: string) => void = () => undefined,
): Promise<BackupReport> {
  const backups = await BackupFolder.open(options.folder)
  const copying = new Copying(source, backups)
  onProgress('Copying files and view packages.')
  for await (const row of contentRows(source.database)) await copying.copy(row)
  for (let round = 0; round < maxPasses; round++) {
    onProgress('Reading the database.')
    const startedAt = performance.now()
    const { dump, stored, rows } = await readDatabase(source, backups)
    const databaseMilliseconds = Math.round(performance.now() - startedAt)
    onProgress('Copying what arrived meanwhile.')
    const contents = await copying.finish(rows)
    if (contents === null) continue
    const snapshot = createSnapshot({ dump, stored, contents, options, secret: source.secret })
    const name = await backups.write(snapshot, snapshot.secret === 'beside' ? source.secret : null)
    const removed = options.keep === undefined ? [] : await removeOld(backups, options.keep)
    return {
      snapshot: name,
      rows: dump.tables.reduce((sum, table) => sum + table.rows, 0),
      contents: contents.count,
      bytes: contents.bytes,
      added: copying.added,
      databaseMilliseconds,
      absent: contents.absent,
      removed,
    }
  }
  throw new OperationError('Files were deleted faster than they could be copied; make the backup at a quieter time.')
}

interface ReadDatabase {
  readonly dump: DatabaseDump
  /** Table → the content with its lines; tables without rows have none. */
  readonly stored: ReadonlyMap<string, string>
  /** Contents that the rows of that moment refer to. */
  readonly rows: readonly ContentRow[]
}

const contentTables = new Set(['blob', 'derivative'])

async function readDatabase({ database }: BackupSource, { contents }: BackupFolder): Promise<ReadDatabase> {
  const stored = new Map<string, string>()
  const tableLines = new Map<string, Uint8Array[]>()
  const dump = await dumpDatabase(database, async (table, lines) => {
    const chunks: Uint8Array[] = []
    if (contentTables.has(table)) tableLines.set(table, chunks)
    const iterator = lines[Symbol.asyncIterator]()
    const first = await iterator.next()
    if (first.done === true) return
    const all = startingWith(first.value, iterator)
    stored.set(table, await keepPacked(contents, contentTables.has(table) ? copied(all, chunks) : all))
  })
  const rows = dump.tables
    .filter(({ name }) => contentTables.has(name))
    .flatMap(({ columns, name }) =>
      parseContentRows({ name, columns, text: Buffer.concat(tableLines.get(name) ?? []).toString() }),
    )
  return { dump, stored, rows }
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array, void> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* copied(lines: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of lines) {
    chunks.push(chunk)
    yield chunk
  }
}

interface TableText {
  readonly name: string
  readonly columns: readonly string[]
  readonly text: string
}

function parseContentRows({ columns, name, text }: TableText): ContentRow[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.flatMap((line): ContentRow[] => {
    const values = JSON.parse(line) as (string | null)[]
    const value = (column: string): string => values[columns.indexOf(column)] ?? ''
    const content = { sha256: value('sha256'), sizeBytes: Number(value('size_bytes')) }
    if (name === 'blob') return [{ ...content, location: 'blob' }]
    const isProvisional = value('provisional') === 'true'
    return isProvisional
      ? []
      : [{ ...content, location: { translationId: value('translation_id'), path: value('path') } }]
  })
}

interface CopiedContents {
  readonly count: number
  readonly bytes: number
  readonly stored: string
  readonly absent: readonly string[]
}

/** Copies contents into the backup, each once. */
class Copying {
  added = 0
  readonly #source: BackupSource
  readonly #backups: BackupFolder
  readonly #localBlobs = new Set<string>()

  constructor(source: BackupSource, backups: BackupFolder) {
    this.#source = source
    this.#backups = backups
  }

  /** Copies a content; returns whether the backup has it now. One that is damaged at its source is not copied. */
  async copy(row: ContentRow): Promise<boolean> {
    if (this.#localBlobs.has(row.sha256)) return true
    const { contents } = this.#backups
    const present = await contents.stat(row.sha256)
    if (present?.sizeBytes === row.sizeBytes) {
      this.#localBlobs.add(row.sha256)
      return true
    }
    const bytes = await this.#open(row)
    if (bytes === null) return false
    const storedBlob = await contents.put(bytes).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'storage-damaged') return null
      throw error
    })
    if (storedBlob?.sha256 !== row.sha256) {
      if (storedBlob !== null) await contents.remove(storedBlob.sha256)
      return false
    }
    this.#localBlobs.add(row.sha256)
    this.added++
    return true
  }

  async #open({ location, sha256 }: ContentRow): Promise<Readable | null> {
    if (location !== 'blob') return (await this.#source.derivatives.open(location))?.content ?? null
    if ((await this.#source.blobs.stat(sha256)) === null) return null
    return this.#source.blobs.open(sha256)
  }

  /** Copies the remaining contents of these rows; returns null when some were deleted after they were read. */
  async finish(rows: readonly ContentRow[]): Promise<CopiedContents | null> {
    const absent: string[] = []
    const sizes = new Map<string, number>()
    for (const row of rows) {
      if (await this.copy(row)) sizes.set(row.sha256, row.sizeBytes)
      else if (await this.#isStillWanted(row)) absent.push(formatContentName(row))
      else return null
    }
    const lines = [...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([sha256, size]) => `${sha256} ${size}\n`)
    const stored = await keepPacked(this.#backups.contents, toChunks(lines))
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    return { count: sizes.size, bytes, stored, absent }
  }

  async #isStillWanted({ location, sha256 }: ContentRow): Promise<boolean> {
    const { database } = this.#source
    const query =
      location === 'blob'
        ? database.selectFrom('blob').select('sha256').where('sha256', '=', sha256)
        : database
            .selectFrom('derivative')
            .select('sha256')
            .where('translation_id', '=', location.translationId)
            .where('path', '=', location.path)
    return (await query.executeTakeFirst())?.sha256 === sha256
  }
}

async function* toChunks(lines: readonly string[]): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < lines.length; start += 10_000)
    yield Buffer.from(lines.slice(start, start + 10_000).join(''))
}

interface SnapshotInput extends Pick<ReadDatabase, 'dump' | 'stored'> {
  readonly contents: CopiedContents
  readonly options: BackupOptions
  readonly secret: string | null
}

function createSnapshot({ contents, dump, secret, stored, options }: SnapshotInput): Snapshot {
  const { absent, ...listed } = contents
  return {
    format: 'kamar-backup-1',
    takenAt: new Date().toISOString(),
    migrations: [...dump.migrations],
    tables: dump.tables.map((table) => ({
      ...table,
      columns: [...table.columns],
      stored: stored.get(table.name) ?? null,
    })),
    contents: listed,
    absent: [...absent],
    secret: secret === null ? 'environment' : options.withoutSecret === true ? 'left out' : 'beside',
  }
}

/** Removes all snapshots but the newest, and the contents that none of these needs. */
async function removeOld(backups: BackupFolder, keptSnapshots: number): Promise<string[]> {
  const names = await backups.list()
  const old = names.slice(0, Math.max(0, names.length - Math.max(1, keptSnapshots)))
  if (old.length === 0) return []
  const before = new Date()
  const needed = new Set<string>()
  for (const name of names.slice(old.length)) {
    const { contents, tables } = await backups.read(name)
    for (const { stored } of [contents, ...tables]) if (stored !== null) needed.add(stored)
    for await (const { sha256 } of readContentList(backups.contents, contents.stored)) needed.add(sha256)
  }
  await backups.remove(old)
  for await (const { sha256 } of backups.contents.list())
    if (!needed.has(sha256)) await backups.contents.removeIfStoredBefore(sha256, before)
  return old
}
