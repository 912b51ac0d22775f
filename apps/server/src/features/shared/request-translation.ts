import { type MeshQuality, getMeshQuality } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { formatDescriptors } from '@kamar/readers/descriptors'
import { cloudOption, enqueueTranslation, type TranslationTicket } from '@kamar/translation'
import type { Transaction } from 'kysely'
import { withFonts } from './account-fonts.js'
import { formatOfExtension } from './file-records.js'
import { recordResult } from './record-result.js'

/** What a translation needs to know of a version. */
export interface TranslatableVersion {
  readonly version_id: string
  readonly blob_sha256: string
  readonly size_bytes: number
  readonly extension: string
  readonly detected_format: string | null
  /** How closely exact solids are meshed; default: as in the result that the version shows. */
  readonly quality?: MeshQuality
}

/** Whether a version's format holds exact solids, so that there is a quality to choose. */
export function hasExactSolids(version: Pick<TranslatableVersion, 'extension' | 'detected_format'>): boolean {
  const formatId = version.detected_format ?? formatOfExtension(version.extension)
  return formatDescriptors.some((card) => card.id === formatId && card.exactSolids === true)
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
    // Standard is no option: what was translated before there was a choice is the same thing.
    options: {
      ...(quality === 'standard' ? {} : { quality }),
      ...(project?.files_may_leave === true ? cloudOption : {}),
    },
    accountId,
  })
  await recordResult(transaction, version.version_id, ticket.id)
  return ticket
}

/** Whose the version is, and whether its files may be sent to Autodesk's cloud; asked again right before one would be. */
function findProject(transaction: Transaction<Database>, versionId: string) {
  return transaction
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select(['project.files_may_leave', 'project.owner_id'])
    .where('file_version.id', '=', versionId)
    .executeTakeFirst()
}

/** The quality of the result that a version shows; standard where it shows none yet. */
export async function qualityShown(transaction: Transaction<Database>, versionId: string): Promise<MeshQuality> {
  const currentTranslation = await transaction
    .selectFrom('file_version')
    .innerJoin('translation', 'translation.id', 'file_version.translation_id')
    .select('translation.options')
    .where('file_version.id', '=', versionId)
    .executeTakeFirst()
  return getMeshQuality(currentTranslation?.options ?? {})
}
