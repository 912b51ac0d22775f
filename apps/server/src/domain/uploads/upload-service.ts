import { AppError, type ErrorCode, getFileExtension, uploadFormats } from '@kamar/core'
import type { UploadResult } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { detectFormat } from '@kamar/formats'
import type { BlobStore, StoredBlob } from '@kamar/storage'
import type { Kysely, Transaction } from 'kysely'
import { isUniqueViolation } from '../../platform/database/unique-violation.js'
import { assertDiskSpace } from '../../platform/storage/disk-space.js'
import { toFileRecord, computeJobId, selectAccountFiles } from '../files/file-records.js'
import type { Configuration } from '../../platform/configuration/configuration.js'
import type { Transact } from '../../platform/unit-of-work.js'
import { lockProjects } from '../projects/lock-projects.js'
import { carryCompanions } from './carry-companions.js'
import { insertBlob } from '../files/insert-blob.js'
import { insertFile } from '../files/insert-file.js'
import { insertCompanion, type StoredCompanion } from '../versions/insert-companion.js'
import { insertVersion, lockFile, type NewVersion } from '../versions/insert-version.js'
import { chargeQuota, findFileQuota, findFolderQuota, type FolderQuota } from '../quota/quota.js'
import { allReservedBytes, releaseQuota, reserveQuota } from '../quota/reserve-quota.js'
import { requestTranslation } from '../versions/request-translation.js'
import { assertUploadAllowed } from '../files/upload-rules.js'
import { findRepeatedUpload } from './repeated-upload.js'
import { formatIdentity, parseIdentity, type UploadFolder, type UploadName } from './upload-folder.js'
import type { UploadIntent } from './upload-intent.js'
import { readUploadLimit } from './upload-limit.js'

export interface UploadServices {
  readonly blobs: BlobStore
  readonly configuration: Pick<Configuration, 'uploadLimitBytes'>
  readonly database: Kysely<Database>
  readonly transact: Transact
  readonly folder: UploadFolder
}

/** File whose bytes are all stored. */
export interface CompletedUpload extends UploadIntent {
  readonly name: UploadName
  /** Two uploads with one identity are one upload, sent again. */
  readonly identity: string
  /** Companions uploaded with the model, so that its first translation has them. */
  readonly companions?: readonly StoredCompanion[]
}

/** Values of a file that the transaction writes. */
interface StoredUpload {
  readonly upload: CompletedUpload
  readonly blob: StoredBlob
  readonly detectedFormat: string | null
}

/** Errors of the bytes themselves, which a retry cannot fix. */
const permanentErrors: ReadonlySet<ErrorCode> = new Set(['empty-file', 'checksum-mismatch'])

/** Converts collected bytes into a file of the account: hash → blob → one transaction of row, quota and job. */
export class UploadService {
  readonly #services: UploadServices
  readonly #completing = new Map<string, Promise<UploadResult>>()

  constructor(services: UploadServices) {
    this.#services = services
  }

  /** Folder of the uploads in progress. */
  get folder(): UploadFolder {
    return this.#services.folder
  }

  /** Reads the maximum size of a file that an account may upload; callers enforce it while the bytes arrive. */
  readLimit(accountId: string): Promise<number> {
    const { configuration, database } = this.#services
    return readUploadLimit(database, configuration, accountId)
  }

  /** Throws `unsupported-format` unless files of this name are accepted. */
  assertTaken(fileName: string): Promise<void> {
    return assertUploadAllowed(this.#services.database, fileName)
  }

  /**
   * Reserves quota and disk space for bytes that are about to arrive, so that concurrent uploads together cannot exceed
   * the limit of each. Throws the errors of the end early: permissions, `quota-exceeded`, `storage-full`.
   */
  async reserve(name: UploadName, intent: UploadIntent, sizeBytes: number): Promise<void> {
    const { database, folder } = this.#services
    const { accountId } = name
    const quota = await findUploadQuota(database, accountId, intent)
    await assertDiskSpace(folder.path, sizeBytes + (await allReservedBytes(database)))
    await database
      .transaction()
      .execute((transaction) =>
        reserveQuota(transaction, quota, { identity: formatIdentity(name), accountId, sizeBytes }),
      )
  }

  /** Releases the reservation of an upload that will not become a file. */
  async release(name: UploadName): Promise<void> {
    await releaseQuota(this.#services.database, formatIdentity(name))
  }

  /** Removes the bytes of an upload and releases its quota. */
  async discard(name: UploadName): Promise<void> {
    await this.#services.folder.discard(name)
    await this.release(name)
  }

  /** Discards every unfinished upload of an account; returns their number. */
  async discardAll(accountId: string): Promise<number> {
    const rows = await this.#services.database
      .selectFrom('unfinished_upload')
      .select('identity')
      .where('account_id', '=', accountId)
      .execute()
    for (const { identity } of rows) await this.discard(parseIdentity(identity))
    return rows.length
  }

  /** Finds the file that an upload became, on every call; returns null while it is in progress. */
  async findResult(accountId: string, identity: string): Promise<UploadResult | null> {
    const row = await selectAccountFiles(this.#services.database, accountId)
      .innerJoin('file_version as uploaded', 'uploaded.file_id', 'file.id')
      .select(['uploaded.urn as uploaded_urn', 'uploaded.translation_id as job'])
      .where('uploaded.upload_id', '=', identity)
      .executeTakeFirst()
    if (!row) return null
    return {
      fileName: row.description,
      urn: row.uploaded_urn,
      jobId: computeJobId(row.id, row.job),
      file: toFileRecord(row),
    }
  }

  /** Returns the size of the uploaded bytes; the file may have newer versions since. */
  async receivedBytes(identity: string): Promise<number> {
    const row = await this.#services.database
      .selectFrom('file_version')
      .select('size_bytes')
      .where('upload_id', '=', identity)
      .executeTakeFirst()
    return row?.size_bytes ?? 0
  }

  /** Creates the file once: a second call, now or after a crash, returns the result of the first. */
  complete(upload: CompletedUpload): Promise<UploadResult> {
    const { identity } = upload
    const running = this.#completing.get(identity)
    if (running) return running
    const completing = this.#complete(upload).finally(() => this.#completing.delete(identity))
    this.#completing.set(identity, completing)
    return completing
  }

  async #complete(upload: CompletedUpload): Promise<UploadResult> {
    const { folder } = this.#services
    const { name, identity } = upload
    const earlier = await this.findResult(name.accountId, identity)
    if (earlier) return earlier
    const storedUpload = await this.#store(upload).catch(async (error: unknown) => {
      if (error instanceof AppError && permanentErrors.has(error.code)) await this.discard(name)
      throw error
    })
    const recordedIdentity = await this.#record(storedUpload).catch(async (error: unknown) => {
      // Another server handled the same request first: the file exists once.
      if (isUniqueViolation(error) && (await this.findResult(name.accountId, identity)) !== null) return null
      throw error
    })
    if (recordedIdentity === null) return this.#complete(upload)
    // The file exists: a leftover of its upload must not make the request fail.
    await folder.discard(name)
    const result = await this.findResult(name.accountId, recordedIdentity)
    if (!result) throw new AppError('not-found')
    return result
  }

  async #store(upload: CompletedUpload): Promise<StoredUpload> {
    const { blobs, folder } = this.#services
    const collected = await folder.header(upload.name)
    if (collected === null) return this.#storedBefore(upload)
    const { header, sizeBytes } = collected
    if (sizeBytes === 0) throw new AppError('empty-file')
    const sha256 = await folder.hash(upload.name)
    if (upload.expectedSha256 !== undefined && upload.expectedSha256.toLowerCase() !== sha256) {
      throw new AppError('checksum-mismatch')
    }
    await folder.noteAddress(upload.name, sha256)
    const blob = await blobs.adopt(folder.toPath(upload.name), sha256)
    return { upload, blob, detectedFormat: detectFormatId(upload.fileName, header, sizeBytes) }
  }

  /** Verifies the bytes again in their new location, after a crash that moved them without writing the row. */
  async #storedBefore(upload: CompletedUpload): Promise<StoredUpload> {
    const { blobs, folder } = this.#services
    const sha256 = await folder.notedAddress(upload.name)
    const entry = sha256 === null ? null : await blobs.stat(sha256)
    if (entry === null) throw new AppError('not-found')
    const end = Math.min(65_536, entry.sizeBytes) - 1
    const chunks: Buffer[] = await (await blobs.open(entry.sha256, { start: 0, end })).toArray()
    const detectedFormat = detectFormatId(upload.fileName, Buffer.concat(chunks), entry.sizeBytes)
    return { upload, blob: entry, detectedFormat }
  }

  /** Returns the identity of the upload, or of the first one where it was sent twice. */
  #record(storedUpload: StoredUpload): Promise<string> {
    return this.#services.transact(async (unit) => {
      const { transaction } = unit
      const { upload } = storedUpload
      const { accountId } = upload.name
      if (upload.fileId !== undefined) await lockFile(transaction, upload.fileId)
      const quota = await findUploadQuota(transaction, accountId, upload)
      await releaseQuota(transaction, formatIdentity(upload.name))
      const repeats = await findRepeat(transaction, storedUpload, quota)
      if (repeats !== null) return repeats
      await chargeQuota(transaction, quota, storedUpload.blob.sizeBytes)
      await insertBlob(transaction, storedUpload.blob)
      const fileId = upload.fileId ?? (await insertFile(transaction, quota, upload.fileName))
      const version = await insertVersion(transaction, toNewVersion(fileId, storedUpload))
      if (version.number > 1) await carryCompanions(transaction, version, quota)
      for (const companion of upload.companions ?? [])
        await insertCompanion(transaction, { versionId: version.version_id, payer: quota }, companion)
      await requestTranslation(unit, version, accountId)
      await appendAuditEvent(transaction, {
        actor: accountId,
        action: 'file.upload',
        subject: fileId,
        details: { version: version.number },
      })
      unit.publish('file', { type: 'changed', fileId })
      return upload.identity
    })
  }
}

/** Finds the quota for an upload; a new version must have the format of its file. */
async function findUploadQuota(
  connection: Kysely<Database>,
  accountId: string,
  { fileId, fileName, folderId }: UploadIntent,
): Promise<FolderQuota> {
  if (fileId === undefined) return findFolderQuota(connection, accountId, folderId)
  const quota = await findFileQuota(connection, accountId, fileId)
  if (quota.extension !== getFileExtension(fileName))
    throw new AppError('other-file-type', { extension: quota.extension })
  return quota
}

/** Finds a repeated upload; one with companions is never a double click. */
async function findRepeat(
  transaction: Transaction<Database>,
  { blob, upload }: StoredUpload,
  { folderId, ownerId, projectId }: FolderQuota,
): Promise<string | null> {
  if (upload.companions !== undefined) return null
  // Of two concurrent copies of one upload the second finds the first. Project and account are locked in the order in
  // which they are charged.
  await lockProjects(transaction, [projectId])
  await transaction.selectFrom('account').select('id').where('id', '=', ownerId).forUpdate().execute()
  const { fileId, fileName, name, note = '' } = upload
  const { accountId } = name
  return findRepeatedUpload(transaction, { accountId, folderId, fileName, fileId, note, sha256: blob.sha256 })
}

function toNewVersion(fileId: string, { upload, blob, detectedFormat }: StoredUpload): NewVersion {
  return {
    file_id: fileId,
    blob_sha256: blob.sha256,
    size_bytes: blob.sizeBytes,
    extension: getFileExtension(upload.fileName),
    detected_format: detectedFormat,
    uploaded_by: upload.name.accountId,
    upload_id: upload.identity,
    note: upload.note ?? '',
    modified_at: upload.modifiedAt ?? null,
  }
}

/** Detects the format of the content, if it is a supported one. */
function detectFormatId(fileName: string, header: Uint8Array, sizeBytes: number): string | null {
  const { confidence, formatId, detected } = detectFormat(fileName, header, sizeBytes)
  if (confidence === 'yes') return formatId
  return uploadFormats.find((format) => format.id === detected?.id)?.id ?? null
}
