import type { Payer } from '../../domain/quota/payer.js'
import { AppError } from '@kamar/core'
import { readResultUrn, type FileRecord, type FileVersions } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { toFileRecord, findUsableFile, type OwnedFileRow, subjectOf } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { insertCompanion } from '../../domain/versions/insert-companion.js'
import { insertVersion, lockFile } from '../../domain/versions/insert-version.js'
import { chargeQuota, findFileQuota } from '../../domain/quota/quota.js'
import { qualityShown, requestTranslation } from '../../domain/versions/request-translation.js'
import { findVersion, selectVersions, toFileVersion, type VersionRow } from './version-rows.js'

/** Lists the versions of files, and makes an older one current again. */
export class VersionService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the versions, newest first. */
  async list(actor: AccountActor, fileId: string): Promise<FileVersions> {
    const file = await this.#find(actor, fileId)
    const rows = await selectVersions(this.#context.database, fileId)
    return {
      id: file.id,
      description: file.description,
      mayChange: can(actor, 'file:change', subjectOf(file)),
      versions: rows.map((row) => toFileVersion(row, rows, file.version_id)),
    }
  }

  /** Lists the versions of the file that a URN belongs to. */
  async listByUrn(actor: AccountActor, urn: string): Promise<FileVersions> {
    const version = await this.#context.database
      .selectFrom('file_version')
      .select('file_id')
      .where('urn', '=', readResultUrn(urn).urn)
      .executeTakeFirst()
    if (!version) throw new AppError('not-found')
    return this.list(actor, version.file_id)
  }

  /**
   * Adds the content of an older version as the newest one, with its attachments; nothing is overwritten. Restoring the
   * current version does nothing.
   */
  async restore(actor: AccountActor, fileId: string, number: number): Promise<FileRecord> {
    await this.#find(actor, fileId)
    await this.#context.transact(async (unit) => {
      const { transaction } = unit
      await lockFile(transaction, fileId)
      const quota = await findFileQuota(transaction, actor.accountId, fileId)
      const current = await this.#find(actor, fileId, transaction)
      const version = await findVersion(transaction, fileId, number)
      if (version.translation_id === current.translation_id) return
      await chargeQuota(transaction, quota, version.size_bytes)
      await copyVersion(unit, { actor, version, payer: quota })
      unit.publish('file', { type: 'changed', fileId })
    })
    return toFileRecord(await this.#find(actor, fileId))
  }

  #find(actor: AccountActor, id: string, connection: Kysely<Database> = this.#context.database): Promise<OwnedFileRow> {
    return findUsableFile(connection, actor, { id, action: 'file:read' })
  }
}

interface VersionCopy {
  readonly actor: AccountActor
  readonly version: VersionRow
  readonly payer: Payer
}

async function copyVersion(unit: UnitOfWork, { actor, payer, version }: VersionCopy): Promise<void> {
  const { transaction } = unit
  const { blob_sha256, detected_format, extension, file_id, note, size_bytes } = version
  const inserted = await insertVersion(transaction, {
    file_id,
    blob_sha256,
    size_bytes,
    extension,
    detected_format,
    note,
    uploaded_by: actor.accountId,
    upload_id: null,
  })
  const companions = await transaction
    .selectFrom('companion')
    .select(['name', 'blob_sha256 as sha256', 'size_bytes as sizeBytes'])
    .where('file_version_id', '=', version.id)
    .orderBy('name')
    .execute()
  const owner = { versionId: inserted.version_id, payer }
  for (const companion of companions)
    await insertCompanion(transaction, owner, { ...companion, inheritedFrom: version.number })
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'file.restore-version',
    subject: file_id,
    details: { version: inserted.number, from: version.number },
  })
  const quality = await qualityShown(transaction, version.id)
  await requestTranslation(unit, { ...inserted, quality }, actor.accountId)
}
