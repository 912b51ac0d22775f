import { toPayer } from '../../domain/quota/payer.js'
import { randomUUID } from 'node:crypto'
import { AppError, uploadFormats } from '@kamar/core'
import type { AttachedFile, FileRecord } from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { toFileRecord, findUsableFile, formatOfExtension, type OwnedFileRow } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { insertCompanion, type StoredCompanion } from '../../domain/versions/insert-companion.js'
import { releaseQuota, reserveFileQuota } from '../../domain/quota/reserve-quota.js'
import { requestTranslation } from '../../domain/versions/request-translation.js'
import { checkAttachmentName, type IncomingFile } from '../../domain/uploads/incoming-files.js'

/** Companion files of one model being uploaded. */
export interface IncomingCompanions {
  readonly files: AsyncIterable<IncomingFile>
  /** Total size, as far as it is known before they arrive. */
  readonly sizeBytes: number
}

/** Uploaded files of a model. */
interface StoredCompanions {
  readonly row: OwnedFileRow
  readonly stored: readonly StoredCompanion[]
  /** Identity of the quota reserved for them. */
  readonly identity: string
}

/**
 * Attaches textures, material libraries and other files that a model refers to. They belong to a version, and are not
 * models.
 */
export class CompanionService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the attachments of the current version, and whether its translation was requested with these very bytes. */
  async list(actor: AccountActor, id: string): Promise<AttachedFile[]> {
    const { database } = this.#context
    const row = await findUsableFile(database, actor, { id, action: 'file:read' })
    const attached = await database
      .selectFrom('companion')
      .select(['name', 'blob_sha256', 'size_bytes', 'inherited_from'])
      .where('file_version_id', '=', row.version_id)
      .orderBy('name')
      .execute()
    const translation = await database
      .selectFrom('translation')
      .select('companions')
      .where('id', '=', row.translation_id)
      .executeTakeFirst()
    const used = new Set(translation?.companions.map(({ name, sha256 }) => `${sha256} ${name}`))
    return attached.map(({ name, blob_sha256, size_bytes, inherited_from }) => ({
      name,
      size: size_bytes,
      used: used.has(`${blob_sha256} ${name}`),
      carriedFrom: inherited_from,
    }))
  }

  /**
   * Stores and attaches the files (replacing those of the same name) and translates the model again. Reserves their
   * quota while they arrive.
   */
  async attach(actor: AccountActor, id: string, incoming: IncomingCompanions): Promise<FileRecord> {
    const { accountId } = actor
    const row = await this.#findChangeable(actor, id)
    const identity = `${accountId}/${randomUUID()}`
    const reservation = { identity, accountId, sizeBytes: incoming.sizeBytes }
    await reserveFileQuota(this.#context.database, id, reservation)
    try {
      const stored = await this.#store(row, incoming.files)
      if (stored.length === 0) throw new AppError('bad-request')
      return await this.#attachStored(actor, { row, stored, identity })
    } finally {
      await releaseQuota(this.#context.database, identity)
    }
  }

  async #attachStored(actor: AccountActor, { identity, row, stored }: StoredCompanions): Promise<FileRecord> {
    const { id } = row
    await this.#context.transact(async (unit) => {
      const { transaction } = unit
      await releaseQuota(transaction, identity)
      const owner = { versionId: row.version_id, payer: toPayer(row) }
      for (const companion of stored) await insertCompanion(transaction, owner, companion)
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'file.attach',
        subject: id,
        details: { names: stored.map((companion) => companion.name) },
      })
      await requestTranslation(unit, row, actor.accountId)
      unit.publish('file', { type: 'changed', fileId: id })
    })
    return toFileRecord(await this.#findChangeable(actor, id))
  }

  #findChangeable(actor: AccountActor, id: string): Promise<OwnedFileRow> {
    return findUsableFile(this.#context.database, actor, { id, action: 'file:change' })
  }

  async #store(row: OwnedFileRow, incoming: AsyncIterable<IncomingFile>): Promise<StoredCompanion[]> {
    const allowed = companionExtensions(formatOfExtension(row.extension))
    const stored: StoredCompanion[] = []
    for await (const companion of incoming) {
      const name = checkAttachmentName(companion.name, allowed)
      const blob = await this.#context.blobs.put(companion.content)
      companion.assertComplete()
      stored.push({ name, ...blob })
    }
    return stored
  }
}

/**
 * Returns the extensions that may be attached to a model of a format; without an installed reader, those of all
 * formats.
 */
function companionExtensions(formatId: string): readonly string[] {
  const format = uploadFormats.find((candidate) => candidate.id === formatId)
  return format?.companions ?? uploadFormats.flatMap((candidate) => candidate.companions)
}
