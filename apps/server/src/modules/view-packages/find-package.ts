import { AppError } from '@kamar/core'
import { readResultUrn } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { PackageReader } from '../../platform/authorization/actor.js'
import { can, type FileSubject } from '../../platform/authorization/permissions.js'
import { exampleProjectId } from '../../domain/projects/example-project.js'

/** View package of a URN. */
export interface Package {
  readonly subject: FileSubject
  readonly fileId: string
  readonly versionId: string
  /** Number of the version. */
  readonly version: number
  readonly translationId: string
  /** Whether there is a live manifest; absent while there is nothing to draw yet. */
  readonly hasManifest: boolean
  readonly manifestRevision: number
  /** Whether the translation is still queued or running. */
  readonly isUnderway: boolean
}

/**
 * Finds the package of a version or one of its results, if the actor may view it; throws `not-found` for everything
 * else.
 */
export async function findPackage(database: Kysely<Database>, actor: PackageReader, address: string): Promise<Package> {
  const { urn, result } = readResultUrn(address)
  const row = await database
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .innerJoin('translation', (join) => join.on('translation.id', '=', shownBy(result)))
    .leftJoin('access', (join) =>
      join
        .onRef('access.area_id', '=', 'file.area_id')
        .on('access.account_id', '=', actor.kind === 'guest' ? null : actor.accountId),
    )
    .select([
      'access.role',
      'file.id as fileId',
      'file.project_id',
      'file_version.id as versionId',
      'file_version.number as version',
      'translation.id as translationId',
      'translation.state',
      'translation.manifest_revision as manifestRevision',
      sql<boolean>`translation.manifest is not null`.as('hasManifest'),
    ])
    .where('file_version.urn', '=', urn)
    .where('file.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  const { fileId, role, version, versionId } = row
  const subject = { role, isExample: row.project_id === exampleProjectId, versionId }
  if (!can(actor, 'package:read', subject)) throw new AppError('not-found')
  const { hasManifest, translationId, manifestRevision, state } = row
  return {
    subject,
    fileId,
    versionId,
    version,
    translationId,
    hasManifest,
    manifestRevision,
    isUnderway: state === 'queued' || state === 'running',
  }
}

const manifestParts = {
  manifest: sql<string | null>`manifest::text`,
  /** Without the data for opening the model: no chunks, proxies, files, packs and views. */
  summary: sql<
    string | null
  >`(manifest - '{views,proxies,packs}'::text[] || '{"chunks": [], "files": []}'::jsonb)::text`,
}

/**
 * Reads the live manifest, or its summary, as JSON; null until there is one. It is not parsed here: one of a large model
 * has megabytes.
 */
export async function readManifestText(
  database: Kysely<Database>,
  translationId: string,
  part: keyof typeof manifestParts,
): Promise<string | null> {
  const query = database.selectFrom('translation').select(manifestParts[part].as('text'))
  return (await query.where('id', '=', translationId).executeTakeFirst())?.text ?? null
}

/** Selects the translation that a version shows, or its result of this number. */
function shownBy(result: number | null) {
  if (result === null) return sql<string>`file_version.translation_id`
  return sql<string>`(select translation_id from version_result
    where file_version_id = file_version.id and number = ${result})`
}
