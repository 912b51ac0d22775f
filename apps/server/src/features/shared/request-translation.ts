import type { Database } from '@kamar/database'
import { enqueueTranslation, type TranslationTicket } from '@kamar/translation'
import type { Transaction } from 'kysely'
import { formatOfExtension } from './file-records.js'

/** What a translation needs to know of a version. */
export interface TranslatableVersion {
  readonly version_id: string
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly extension: string
  readonly detected_format: string | null
}

/** Asks for the translation of a version with what is attached to it, and makes the version show it. */
export async function requestTranslation(
  transaction: Transaction<Database>,
  version: TranslatableVersion,
  accountId: string | null,
): Promise<TranslationTicket> {
  const companions = await transaction
    .selectFrom('companion')
    .select(['name', 'blob_sha256 as sha256'])
    .where('file_version_id', '=', version.version_id)
    .orderBy('name')
    .execute()
  const ticket = await enqueueTranslation(transaction, {
    blobSha256: version.blob_sha256,
    sourceBytes: version.size_bytes,
    fileName: `model${version.extension}`,
    formatId: formatOfExtension(version.extension),
    detectedFormatId: version.detected_format,
    companions,
    accountId,
  })
  await transaction
    .updateTable('file_version')
    .set({ translation_id: ticket.id })
    .where('id', '=', version.version_id)
    .execute()
  return ticket
}
