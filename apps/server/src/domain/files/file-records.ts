import { AppError, findFormatByExtension, readerLimits } from '@kamar/core'
import type { BinnedFile, FileRecord, FileSharing, ModelStatus } from '@kamar/contracts'
import type { Database, TranslationState } from '@kamar/database'
import { estimateReaderNeeds, isFinal } from '@kamar/translation'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can, type FileSubject } from '../../platform/authorization/permissions.js'
import { translationDrawsNothing } from './draws-nothing.js'
import { getReportSummary, translationReport } from './report-summary.js'
import { computeSha256 } from '../../platform/secrets/sha256.js'

/** Public status of each translation state. */
export const getStatus: Readonly<Record<TranslationState, ModelStatus>> = {
  queued: 'processing',
  running: 'inprogress',
  succeeded: 'success',
  failed: 'failed',
  cancelled: 'failed',
}

/**
 * Selects the files an account may see, with their current version and its translation. Every look-up of a file starts
 * here, so that inaccessible files do not exist.
 */
export function selectAccountFiles(connection: Kysely<Database>, accountId: string) {
  return selectFilesOfSeveral(connection, [accountId])
}

/** Selects the same for several accounts: one row per file and account. */
export function selectFilesOfSeveral(connection: Kysely<Database>, accountIds: readonly string[]) {
  return selectFiles(connection)
    .innerJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'file.area_id').on('access.account_id', 'in', accountIds),
    )
    .innerJoin('project', 'project.id', 'file.project_id')
    .innerJoin('account as owner', 'owner.id', 'project.owner_id')
    .select((row) => [
      'access.role',
      'access.account_id',
      'project.name as project_name',
      'project.personal as project_personal',
      'project.owner_id',
      'owner.name as owner_name',
      row('project.owner_id', '=', row.ref('access.account_id')).as('mine'),
      row
        .selectFrom('access as others')
        .select((count) => sql<number>`${count.fn.countAll<number>()} - 1`.as('people'))
        .whereRef('others.area_id', '=', 'file.area_id')
        .as('people'),
    ])
}

/** Selects the same files without joined data: for finding and counting among many. */
export function queryAccountFiles(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('file')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .innerJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'file.area_id').on('access.account_id', '=', accountId),
    )
}

/** A view package has this file if and only if it has 3D geometry. */
const firstSceneChunk = 'scene/000.bin'

/** SQL condition that the translation of a joined `version` has a file of this path. */
const hasDerivative = (path: string) => sql<boolean>`exists (
  select from derivative where derivative.translation_id = version.translation_id and derivative.path = ${path}
)`

/** Selects files without a permission check: for the server's own work. */
export function selectFiles(connection: Kysely<Database>) {
  return connection
    .selectFrom('file')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .leftJoin('translation', 'translation.id', 'version.translation_id')
    .select([
      'file.id',
      'file.project_id',
      'file.folder_id',
      'file.area_id',
      'file.description',
      'file.updated_at',
      'file.deleted_at',
      'version.id as version_id',
      'version.number as version_number',
      'version.urn',
      'version.blob_sha256',
      'version.size_bytes',
      'version.extension',
      'version.detected_format',
      'version.translation_id',
      'translation.state',
      'translation.progress',
      'translation.stage',
      'translation.failure',
      translationReport.as('report'),
      translationDrawsNothing.as('preview_only'),
      hasDerivative('thumbnail.png').as('has_thumbnail'),
      hasDerivative(firstSceneChunk).as('has_model'),
    ])
}

export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>
export type OwnedFileRow = Awaited<ReturnType<ReturnType<typeof selectAccountFiles>['executeTakeFirstOrThrow']>>

/** Finds one file of an account, in the bin or not; returns null when it has none. */
export async function findAccountFile(
  connection: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<OwnedFileRow | null> {
  if (!isIdentifier(id)) return null
  const row = await selectAccountFiles(connection, accountId).where('file.id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Finds a file outside the bin, if the actor may perform the action; otherwise it does not exist for them, or the
 * action is forbidden.
 */
export async function findUsableFile(
  connection: Kysely<Database>,
  actor: AccountActor,
  { id, action }: { readonly id: string; readonly action: Action },
): Promise<OwnedFileRow> {
  const row = await findAccountFile(connection, actor.accountId, id)
  if (!row || row.deleted_at !== null || !can(actor, 'file:read', subjectOf(row))) throw new AppError('not-found')
  if (!can(actor, action, subjectOf(row))) throw new AppError('not-allowed')
  return row
}

/** Returns whether a text can be an id; PostgreSQL answers anything else with an error instead of no rows. */
export function isIdentifier(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** Returns the properties of a file that decide permissions. */
export function subjectOf(row: OwnedFileRow): FileSubject {
  return { role: row.role, isExample: false }
}

/** Converts a row for the API; with its project for the caller, when the row has one. */
export function toFileRecord(row: FileRow | OwnedFileRow): FileRecord {
  const state = row.state ?? 'queued'
  const report = getReportSummary(row.report)
  return {
    id: row.id,
    description: row.description,
    urn: row.urn,
    updated_at: row.updated_at.toISOString(),
    size: row.size_bytes,
    status: getStatus[state],
    progress: state === 'succeeded' ? 100 : (row.progress ?? 0),
    stage: state === 'running' ? row.stage : null,
    ...(isFinal(state) ? {} : toMemoryNeed(row)),
    jobId: computeJobId(row.id, row.translation_id),
    failure: toFailure(row, state),
    partial: report?.level === 'incomplete',
    previewOnly: row.preview_only,
    hasThumbnail: row.has_thumbnail,
    hasModel: row.has_model,
    report,
    ...('role' in row ? { sharing: toSharing(row) } : {}),
  }
}

/** Half of what a reader may use by default: from here on, a file may not succeed. */
const notableMemoryBytes = readerLimits.dataBytes / 2

function toMemoryNeed(row: FileRow): Pick<FileRecord, 'memoryBytes'> {
  const formatId = row.detected_format ?? formatOfExtension(row.extension)
  const { memoryBytes } = estimateReaderNeeds(row.description, { formatId, sizeBytes: row.size_bytes })
  return memoryBytes < notableMemoryBytes ? {} : { memoryBytes }
}

/**
 * Computes the job id of a file or version for clients: a new one after every translation. It does not reveal the
 * translation's id, because accounts with the same bytes share one, and that id contains the time of the first request.
 */
export function computeJobId(id: string, translationId: string | null): string {
  return translationId === null ? '' : computeSha256(`${id} ${translationId}`).slice(0, 32)
}

function toSharing(row: OwnedFileRow): FileSharing {
  return {
    projectId: row.project_id,
    folderId: row.folder_id,
    projectName: row.project_name,
    personal: row.project_personal,
    role: row.role,
    owner: { id: row.owner_id, name: row.owner_name },
    mine: row.mine === true,
    people: row.people ?? 0,
  }
}

export function toBinnedFile(row: OwnedFileRow): BinnedFile {
  return { ...toFileRecord(row), deleted_at: (row.deleted_at ?? row.updated_at).toISOString() }
}

/** Returns the format of a version by its extension, one of the twenty or an additional one that a reader accepts. */
export function formatOfExtension(extension: string): string {
  return findFormatByExtension(extension)?.id ?? extension.slice(1)
}

/** Converts the reason of a failure for the API; returns null while the translation may still succeed. */
export function toFailure(row: Pick<FileRow, 'failure'>, state: TranslationState): FileRecord['failure'] {
  if (state === 'cancelled') return { code: 'cancelled' }
  if (state !== 'failed' || !row.failure) return null
  const { code, bytePosition, details } = row.failure
  return {
    code,
    ...(bytePosition === undefined ? {} : { bytePosition }),
    ...(details === undefined ? {} : { details: { ...details } }),
  }
}
