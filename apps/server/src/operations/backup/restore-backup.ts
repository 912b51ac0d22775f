import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DatabaseOpenError,
  DumpError,
  loadDump,
  openDatabase,
  type OpenDatabase,
  verifyAuditChain,
} from '@kamar/database'
import { type ObjectClient, type ObjectStoreSettings, writeFileDurably } from '@kamar/storage'
import { markStorage, createStorageLocation } from '../../platform/storage/storage-mark.js'
import { openStores, type Stores } from '../../platform/storage/stores.js'
import { contentRows, formatContentName } from '../content-rows.js'
import { inspectLocation } from '../inspect-location.js'
import { OperationError } from '../operation-error.js'
import { verifyDeployment } from '../verify/verify-deployment.js'
import { readContentList, readPacked } from './packed-lines.js'
import { BackupFolder, type Snapshot } from './snapshot.js'

/** Options of restoring a snapshot. */
export interface RestoreOptions {
  /** Absolute path of the folder of backups. */
  readonly folder: string
  /** Name of the snapshot; the newest when omitted. */
  readonly snapshot?: string
}

/** Target of a restored snapshot. */
export interface RestoreTarget {
  /** Absolute path of a data folder that is absent or empty. */
  readonly dataFolder: string
  /** Empty database on a PostgreSQL server; null for the embedded one. */
  readonly databaseUrl: string | null
  /** Bucket, or a prefix of one, without data of Kamar; null stores files in the data folder. */
  readonly objectStore: ObjectStoreSettings | null
}

/** Report of a restore. */
export interface RestoreReport {
  readonly snapshot: string
  readonly takenAt: string
  readonly tables: number
  readonly rows: number
  readonly contents: number
  readonly bytes: number
  /** Contents that were missing when the backup was made. */
  readonly absent: readonly string[]
  readonly secret: Snapshot['secret']
  readonly milliseconds: number
}

type Progress = (message: string) => void
const silent: Progress = () => undefined

interface ChosenSnapshot {
  readonly name: string
  readonly snapshot: Snapshot
  readonly backups: BackupFolder
}

async function choose({ folder, snapshot: requestedSnapshot }: RestoreOptions): Promise<ChosenSnapshot> {
  const present = await readdir(folder).catch((): string[] => [])
  if (!present.includes('snapshots')) throw new OperationError(`There is no backup in ${folder}.`)
  const backups = await BackupFolder.open(folder)
  const name = requestedSnapshot ?? (await backups.list()).at(-1)
  if (name === undefined) throw new OperationError(`There is no snapshot in ${folder}.`)
  return { name, snapshot: await backups.read(name), backups }
}

/**
 * Restores a snapshot on trial, without leaving anything: restores the database into a separate folder and compares it
 * row by row, and reads every content in the backup. Throws `OperationError` with the fault.
 */
export async function rehearseRestore(options: RestoreOptions, onProgress: Progress = silent): Promise<RestoreReport> {
  const startedAt = performance.now()
  const snapshotChoice = await choose(options)
  const folder = await mkdtemp(join(tmpdir(), 'kamar-rehearsal-'))
  try {
    const listed = await readContents(snapshotChoice, onProgress)
    const open = await restoreDatabase(snapshotChoice, { dataFolder: folder, databaseUrl: null }, onProgress)
    try {
      await assertListed(snapshotChoice, open, listed)
    } finally {
      await open.close()
    }
    return toReport(snapshotChoice, startedAt)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Creates a data folder from a snapshot and verifies it as `kamar verify` does. It is created beside its final location
 * and moved there at the end, so that it is complete or absent. Files go to the bucket where there is one, and are
 * removed again on failure. Throws `OperationError`.
 */
export async function restoreBackup(
  options: RestoreOptions,
  target: RestoreTarget,
  onProgress: Progress = silent,
): Promise<RestoreReport> {
  const startedAt = performance.now()
  const snapshotChoice = await choose(options)
  await assertEmpty(target.dataFolder)
  const draft = `${target.dataFolder}.restoring-${randomUUID()}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const drafted = { ...target, dataFolder: draft }
  const stores = await openEmptyStores(drafted).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    throw error
  })
  try {
    await readContents(snapshotChoice, onProgress)
    await fillTarget(snapshotChoice, { target: drafted, stores }, onProgress)
    await rm(target.dataFolder, { recursive: true, force: true })
    await rename(draft, target.dataFolder)
  } catch (error) {
    if (stores.objects !== null) await removeFiles(stores.objects)
    throw error
  } finally {
    stores.objects?.close()
    await rm(draft, { recursive: true, force: true })
  }
  return toReport(snapshotChoice, startedAt)
}

/** Prefixes of Kamar's files in a bucket. */
const bucketFolders = ['blobs/', 'derivatives/', 'removing/', 'uploads/', 'storage-mark']

async function openEmptyStores(target: RestoreTarget): Promise<Stores> {
  const stores = await openStores(target)
  const { objects } = stores
  if (objects === null) return stores
  try {
    for (const folder of bucketFolders)
      for await (const { key } of objects.list(folder))
        throw new OperationError(
          `The bucket holds ${key} already, and nothing is overwritten; name another one, or an empty part of it with KAMAR_S3_PREFIX.`,
        )
    return stores
  } catch (error) {
    objects.close()
    throw error
  }
}

async function removeFiles(objects: ObjectClient): Promise<void> {
  for (const folder of bucketFolders)
    for await (const { key } of objects.list(folder)) await objects.remove(key).catch(() => undefined)
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw new OperationError(`${folder} cannot be read, or is no folder.`, { cause: error })
  })
  if (entries.length > 0) throw new OperationError(`${folder} is not empty; name a new folder, nothing is overwritten.`)
}

/** Reads all contents that the snapshot names and compares them with their hashes. */
async function readContents(
  { backups, snapshot }: ChosenSnapshot,
  onProgress: Progress,
): Promise<ReadonlyMap<string, number>> {
  onProgress('Reading every content of the backup.')
  const listed = new Map<string, number>()
  for await (const { sha256, sizeBytes } of readContentList(backups.contents, snapshot.contents.stored)) {
    await assertComplete(backups, sha256)
    listed.set(sha256, sizeBytes)
  }
  if (listed.size !== snapshot.contents.count)
    throw new OperationError('The list of contents is not the one that was made.')
  for (const { stored } of snapshot.tables) if (stored !== null) await assertComplete(backups, stored)
  return listed
}

async function assertComplete({ contents }: BackupFolder, sha256: string): Promise<void> {
  const state = await contents.verify(sha256)
  if (state === 'whole') return
  throw new OperationError(
    `The content ${sha256} of the backup is ${state}; take an older snapshot, or remove that file and make the backup again.`,
  )
}

/** Restores the database of the snapshot, compares it, and migrates it to the schema of this version. */
async function restoreDatabase(
  { backups, snapshot }: ChosenSnapshot,
  { databaseUrl, dataFolder }: Pick<RestoreTarget, 'databaseUrl' | 'dataFolder'>,
  onProgress: Progress,
): Promise<OpenDatabase> {
  onProgress('Bringing the database back.')
  const location = { url: databaseUrl ?? undefined, folder: join(dataFolder, 'database') }
  await assertEmptyDatabase(databaseUrl)
  const stored = new Map(snapshot.tables.map((table) => [table.name, table.stored]))
  try {
    const open = await openDatabase({ ...location, migrations: snapshot.migrations })
    try {
      await loadDump(open.database, snapshot, ({ name }) => readLines(backups, stored.get(name) ?? null))
    } finally {
      await open.close()
    }
    return await openDatabase(location)
  } catch (error) {
    if (error instanceof DumpError || error instanceof DatabaseOpenError)
      throw new OperationError(error.message, { cause: error })
    throw error
  }
}

async function* readLines({ contents }: BackupFolder, stored: string | null): AsyncGenerator<Uint8Array, void> {
  if (stored !== null) yield* readPacked(contents, stored)
}

async function assertEmptyDatabase(url: string | null): Promise<void> {
  if (url === null) return
  const { schema } = await inspectLocation({ url })
  if (schema !== 'empty') throw new OperationError('The database at DATABASE_URL is not empty; nothing is overwritten.')
}

/** Asserts that the bytes of every row are in the backup, except those that were missing when it was made. */
async function assertListed(
  { snapshot }: ChosenSnapshot,
  { database }: OpenDatabase,
  listed: ReadonlyMap<string, number>,
): Promise<void> {
  const absent = new Set(snapshot.absent)
  for await (const row of contentRows(database)) {
    if (listed.get(row.sha256) === row.sizeBytes || absent.has(formatContentName(row))) continue
    throw new OperationError(`The backup lacks the ${formatContentName(row)}.`)
  }
  const chain = await verifyAuditChain(database)
  if (!chain.whole) throw new OperationError(`The audit log of the backup is broken at event ${chain.brokenAt}.`)
}

async function fillTarget(
  snapshotChoice: ChosenSnapshot,
  { stores, target }: { readonly target: RestoreTarget; readonly stores: Stores },
  onProgress: Progress,
): Promise<void> {
  const { backups, name, snapshot } = snapshotChoice
  const { blobs, derivatives, objects } = stores
  const open = await restoreDatabase(snapshotChoice, target, onProgress)
  const { database } = open
  try {
    onProgress('Bringing files and view packages back.')
    const absent = new Set(snapshot.absent)
    for await (const row of contentRows(database)) {
      if (absent.has(formatContentName(row))) continue
      const content = await backups.contents.open(row.sha256)
      await (row.location === 'blob' ? blobs.put(content) : derivatives.write(row.location, content))
    }
    if (target.databaseUrl !== null) await markStorage(database, createStorageLocation(target, objects))
    const secret = snapshot.secret === 'beside' ? await backups.readSecret(name) : null
    if (secret !== null) await writeSecret(target.dataFolder, secret)
    onProgress('Verifying what came back.')
    const report = await verifyDeployment({ database, blobs, derivatives })
    const wrong = [...report.missing, ...report.damaged].filter((content) => !absent.has(content))
    if (wrong.length > 0) throw new OperationError(`What came back is not whole: ${wrong.slice(0, 5).join(', ')}.`)
    if (!report.audit.whole) throw new OperationError(`The audit log is broken at event ${report.audit.brokenAt}.`)
  } finally {
    await open.close()
  }
}

async function writeSecret(dataFolder: string, secret: string): Promise<void> {
  await mkdir(join(dataFolder, 'secrets'), { mode: 0o700 })
  await writeFileDurably(join(dataFolder, 'secrets', 'tokens'), secret)
}

function toReport({ name, snapshot }: ChosenSnapshot, startedAt: number): RestoreReport {
  return {
    snapshot: name,
    takenAt: snapshot.takenAt,
    tables: snapshot.tables.length,
    rows: snapshot.tables.reduce((sum, { rows }) => sum + rows, 0),
    contents: snapshot.contents.count,
    bytes: snapshot.contents.bytes,
    absent: snapshot.absent,
    secret: snapshot.secret,
    milliseconds: Math.round(performance.now() - startedAt),
  }
}
