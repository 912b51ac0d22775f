import { AppError, meshQualities, type MeshQuality } from '@kamar/core'
import { readResultUrn, type ResultHistory } from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { can } from '../../platform/authorization/permissions.js'
import { findUsableFile, type OwnedFileRow, subjectOf } from '../../domain/files/file-records.js'
import {
  hasExactSolids,
  requestTranslation,
  type TranslatableVersion,
} from '../../domain/versions/request-translation.js'
import { toVersionResult, selectResults } from './result-rows.js'

interface FoundVersion {
  readonly file: OwnedFileRow
  readonly version: TranslatableVersion & { readonly urn: string }
}

/** Manages the results of a version: each translation it shows or has shown, and new ones. */
export class ResultService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Lists the results of the version that a URN names, directly or by one of its results. */
  async list(actor: AccountActor, urn: string): Promise<ResultHistory> {
    const { file, version } = await this.#find(actor, urn)
    const rows = await selectResults(this.#context.database, version.version_id)
    return {
      mayChange: can(actor, 'file:change', subjectOf(file)),
      qualities: hasExactSolids(version) ? [...meshQualities] : [],
      results: rows.map((row) => toVersionResult(row, version.urn)),
    }
  }

  /** Translates a version in a quality; an existing result is shown again at once. */
  async translateAgain(actor: AccountActor, urn: string, quality: MeshQuality): Promise<ResultHistory> {
    const { file, version } = await this.#find(actor, urn)
    if (!can(actor, 'file:change', subjectOf(file))) throw new AppError('not-allowed')
    if (!hasExactSolids(version)) throw new AppError('invalid-input', { field: 'quality' })
    await this.#context.transact(async (unit) => {
      await appendAuditEvent(unit.transaction, {
        actor: actor.accountId,
        action: 'file.translate-again',
        subject: file.id,
        details: { quality },
      })
      await requestTranslation(unit, { ...version, quality }, actor.accountId)
      unit.publish('file', { type: 'changed', fileId: file.id })
    })
    return this.list(actor, urn)
  }

  async #find(actor: AccountActor, address: string): Promise<FoundVersion> {
    const version = await this.#context.database
      .selectFrom('file_version')
      .select(['id as version_id', 'file_id', 'urn', 'blob_sha256', 'size_bytes', 'extension', 'detected_format'])
      .where('urn', '=', readResultUrn(address).urn)
      .executeTakeFirst()
    if (!version) throw new AppError('not-found')
    const file = await findUsableFile(this.#context.database, actor, { id: version.file_id, action: 'file:read' })
    return { file, version }
  }
}
