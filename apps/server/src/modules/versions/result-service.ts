import { AppError, meshQualities, type MeshQuality, readResultUrn, type ResultHistory } from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import { announceTranslation } from '@kamar/translation'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { can } from '../../platform/authorization/permissions.js'
import { findAccountFile, type OwnedFileRow, subjectOf } from '../../domain/files/file-records.js'
import {
  hasExactSolids,
  requestTranslation,
  type TranslatableVersion,
} from '../../domain/versions/request-translation.js'
import { toVersionResult, selectResults } from './result-rows.js'
import type { VersionServices } from './version-service.js'

interface FoundVersion {
  readonly file: OwnedFileRow
  readonly version: TranslatableVersion & { readonly urn: string }
}

/** Manages the results of a version: each translation it shows or has shown, and new ones. */
export class ResultService {
  readonly #services: VersionServices

  constructor(services: VersionServices) {
    this.#services = services
  }

  /** Lists the results of the version that a URN names, directly or by one of its results. */
  async list(actor: AccountActor, urn: string): Promise<ResultHistory> {
    const { file, version } = await this.#find(actor, urn)
    const rows = await selectResults(this.#services.database, version.version_id)
    return {
      mayChange: can(actor, 'file:change', subjectOf(file)),
      qualities: hasExactSolids(version) ? [...meshQualities] : [],
      results: rows.map((row) => toVersionResult(row, version.urn)),
    }
  }

  /** Translates a version in a quality; an existing result is shown again at once. */
  async translateAgain(actor: AccountActor, urn: string, quality: MeshQuality): Promise<ResultHistory> {
    const { database, fileEvents, translation } = this.#services
    const { file, version } = await this.#find(actor, urn)
    if (!can(actor, 'file:change', subjectOf(file))) throw new AppError('not-allowed')
    if (!hasExactSolids(version)) throw new AppError('invalid-input', { field: 'quality' })
    const ticket = await database.transaction().execute(async (transaction) => {
      await appendAuditEvent(transaction, {
        actor: actor.accountId,
        action: 'file.translate-again',
        subject: file.id,
        details: { quality },
      })
      return requestTranslation(transaction, { ...version, quality }, actor.accountId)
    })
    await announceTranslation(translation, ticket.id)
    fileEvents.publish({ type: 'changed', projectId: file.project_id, fileId: file.id })
    return this.list(actor, urn)
  }

  async #find(actor: AccountActor, address: string): Promise<FoundVersion> {
    const version = await this.#services.database
      .selectFrom('file_version')
      .select(['id as version_id', 'file_id', 'urn', 'blob_sha256', 'size_bytes', 'extension', 'detected_format'])
      .where('urn', '=', readResultUrn(address).urn)
      .executeTakeFirst()
    const file = version && (await findAccountFile(this.#services.database, actor.accountId, version.file_id))
    if (!file || file.deleted_at !== null || !can(actor, 'file:read', subjectOf(file))) throw new AppError('not-found')
    return { file, version }
  }
}
