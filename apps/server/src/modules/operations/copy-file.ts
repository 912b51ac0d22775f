import { appendAuditEvent } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import type { OwnedFileRow } from '../../domain/files/file-records.js'
import { insertFile } from '../../domain/files/insert-file.js'
import { chargeQuota, findFolderQuota } from '../../domain/quota/quota.js'
import { insertCompanion } from '../../domain/versions/insert-companion.js'
import { insertVersion } from '../../domain/versions/insert-version.js'
import { qualityShown, requestTranslation } from '../../domain/versions/request-translation.js'

/**
 * Copies the current version of a file with its companions into a folder, without issues and links; the bytes are
 * stored once and charged to the payer of the folder. Returns the id of the copy. The project of the folder is locked.
 */
export async function copyFile(
  unit: UnitOfWork,
  actor: AccountActor,
  { file, folderId }: { readonly file: OwnedFileRow; readonly folderId: string },
): Promise<string> {
  const { publish, transaction } = unit
  const payer = await findFolderQuota(transaction, actor.accountId, folderId)
  await chargeQuota(transaction, payer, file.size_bytes)
  const fileId = await insertFile(transaction, payer, file.description)
  const source = await transaction
    .selectFrom('file_version')
    .select(['blob_sha256', 'size_bytes', 'extension', 'detected_format', 'modified_at'])
    .where('id', '=', file.version_id)
    .executeTakeFirstOrThrow()
  const version = await insertVersion(transaction, {
    ...source,
    modified_at: source.modified_at?.toISOString() ?? null,
    file_id: fileId,
    uploaded_by: actor.accountId,
    upload_id: null,
    note: '',
  })
  const companions = await transaction
    .selectFrom('companion')
    .select(['name', 'blob_sha256 as sha256', 'size_bytes as sizeBytes'])
    .where('file_version_id', '=', file.version_id)
    .orderBy('name')
    .execute()
  for (const companion of companions)
    await insertCompanion(transaction, { versionId: version.version_id, payer }, companion)
  const quality = await qualityShown(transaction, file.version_id)
  await requestTranslation(unit, { ...version, quality }, actor.accountId)
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'file.copy',
    subject: fileId,
    details: { from: file.id, to: folderId },
  })
  publish('file', { type: 'changed', fileId })
  return fileId
}
