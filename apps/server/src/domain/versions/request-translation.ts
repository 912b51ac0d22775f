import { type MeshQuality, getMeshQuality, uploadFormats } from '@kamar/core'
import type { Database } from '@kamar/database'
import { cloudOption, enqueueTranslation, readTranslationEvent, type TranslationTicket } from '@kamar/translation'
import type { Transaction } from 'kysely'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { withFonts } from './account-fonts.js'
import { formatOfExtension } from '../files/file-records.js'
import { recordResult } from './record-result.js'

/** Fields of a version that a translation needs. */
export interface TranslatableVersion {
  readonly version_id: string
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly extension: string
  readonly detected_format: string | null
  /** Tessellation quality of exact solids; default: as in the result that the version shows. */
  readonly quality?: MeshQuality
}

/** Returns whether a version's format has exact solids, so that a quality applies. */
export function hasExactSolids(version: Pick<TranslatableVersion, 'extension' | 'detected_format'>): boolean {
  const formatId = version.detected_format ?? formatOfExtension(version.extension)
  return uploadFormats.some((format) => format.id === formatId && format.exactSolids === true)
}

/** Requests the translation of a version with its attachments, makes the version show it, and publishes its state. */
export async function requestTranslation(
  { transaction, publish }: UnitOfWork,
  version: TranslatableVersion,
  accountId: string | null,
): Promise<TranslationTicket> {
  const companions = await transaction
    .selectFrom('companion')
    .select(['name', 'blob_sha256 as sha256'])
    .where('file_version_id', '=', version.version_id)
    .orderBy('name')
    .execute()
  const project = await findProject(transaction, version.version_id)
  const formatId = formatOfExtension(version.extension)
  const fonts = { formatId: version.detected_format ?? formatId, accountIds: [project?.owner_id ?? null, accountId] }
  const quality = version.quality ?? (await qualityShown(transaction, version.version_id))
  const ticket = await enqueueTranslation(transaction, {
    blobSha256: version.blob_sha256,
    sourceBytes: version.size_bytes,
    fileName: `model${version.extension}`,
    formatId,
    detectedFormatId: version.detected_format,
    companions: await withFonts(transaction, companions, fonts),
    // Standard is the default and omitted, so that translations from before the option stay equal.
    options: {
      ...(quality === 'standard' ? {} : { quality }),
      ...(project?.files_may_leave === true ? cloudOption : {}),
    },
    accountId,
  })
  await recordResult(transaction, version.version_id, ticket.id)
  publish('translation', await readTranslationEvent(transaction, ticket.id))
  return ticket
}

/**
 * Finds the version's project, and whether its files may be sent to Autodesk's cloud; checked again right before one is
 * sent.
 */
function findProject(transaction: Transaction<Database>, versionId: string) {
  return transaction
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select(['project.files_may_leave', 'project.owner_id'])
    .where('file_version.id', '=', versionId)
    .executeTakeFirst()
}

/** Returns the quality of the result that a version shows; standard where it shows none yet. */
export async function qualityShown(transaction: Transaction<Database>, versionId: string): Promise<MeshQuality> {
  const currentTranslation = await transaction
    .selectFrom('file_version')
    .innerJoin('translation', 'translation.id', 'file_version.translation_id')
    .select('translation.options')
    .where('file_version.id', '=', versionId)
    .executeTakeFirst()
  return getMeshQuality(currentTranslation?.options ?? {})
}
