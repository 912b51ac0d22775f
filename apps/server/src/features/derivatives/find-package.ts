import { AppError } from '@kamar/contracts'
import type { Database, JsonObject } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountActor, ViewerActor } from '../../rights/actor.js'
import { can } from '../../rights/rights.js'
import { exampleProjectId } from '../shared/example-project.js'

/** The view package behind a URN. */
export interface Package {
  readonly translationId: string
  /** The live manifest; null while nothing can be drawn yet. */
  readonly manifest: JsonObject | null
  readonly manifestRevision: number
  /** Whether there will be more: the translation waits or runs. */
  readonly isUnderway: boolean
}

/** The package of a URN that the actor may look at; throws `not-found` for everything else. */
export async function findPackage(
  database: Kysely<Database>,
  actor: AccountActor | ViewerActor,
  urn: string,
): Promise<Package> {
  const row = await database
    .selectFrom('file_version')
    .innerJoin('file', 'file.id', 'file_version.file_id')
    .innerJoin('translation', 'translation.id', 'file_version.translation_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.project_id', '=', 'file.project_id').on('membership.account_id', '=', actor.accountId),
    )
    .select([
      'membership.role as membership',
      'file.project_id',
      'translation.id as translationId',
      'translation.state',
      'translation.manifest',
      'translation.manifest_revision as manifestRevision',
    ])
    .where('file_version.urn', '=', urn)
    .where('file.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  const subject = { membership: row.membership, isExample: row.project_id === exampleProjectId }
  if (!can(actor, 'package:read', subject)) throw new AppError('not-found')
  const { translationId, manifest, manifestRevision, state } = row
  return { translationId, manifest, manifestRevision, isUnderway: state === 'queued' || state === 'running' }
}
