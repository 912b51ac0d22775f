import type { ModelSetMember, ModelSetSummary, ModelStance } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { getStatus } from '../../domain/files/file-records.js'

/** Selects the sets of the projects whose top an account may see; every look-up of a set starts here. */
export function selectAccountSets(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('model_set as set')
    .innerJoin('project', 'project.id', 'set.project_id')
    .innerJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'set.project_id').on('access.account_id', '=', accountId),
    )
    .leftJoin('account as creator', 'creator.id', 'set.created_by')
    .select([
      'set.id',
      'set.name',
      'set.revision',
      'set.project_id',
      'set.created_by',
      'set.changed_at',
      'project.name as project_name',
      'project.personal',
      'access.role',
      'creator.name as creator_name',
      sql<number>`(select count(*) from model_set_member where set_id = set.id)`.as('models'),
      // Version numbers of inaccessible files stay hidden as well.
      sql<boolean>`exists (
        select from model_set_member as member
        join file on file.id = member.file_id and file.deleted_at is null
        join file_version as newest on newest.id = file.current_version_id
        join access as mine on mine.area_id = file.area_id and mine.account_id = ${accountId}::uuid
        where member.set_id = set.id and newest.number > member.seen_version)`.as('has_newer'),
    ])
}

export type SetRow = Awaited<ReturnType<ReturnType<typeof selectAccountSets>['executeTakeFirstOrThrow']>>

export function toSetSummary(row: SetRow): ModelSetSummary {
  const { id, models, name, personal, revision, role } = row
  return {
    id,
    name,
    revision,
    projectId: row.project_id,
    projectName: row.project_name,
    personal,
    role,
    createdBy: row.creator_name === null ? null : { id: row.created_by, name: row.creator_name },
    changedAt: row.changed_at.toISOString(),
    models,
    hasNewer: row.has_newer,
  }
}

/** Lists the files of a set in their order, as an account sees them. */
export async function listSetMembers(
  connection: Kysely<Database>,
  setId: string,
  accountId: string,
): Promise<ModelSetMember[]> {
  const rows = await connection
    .selectFrom('model_set_member as member')
    .leftJoin('file', (join) =>
      join
        .onRef('file.id', '=', 'member.file_id')
        .on('file.deleted_at', 'is', null)
        .on(
          sql<boolean>`exists (
            select from access as mine
            where mine.area_id = file.area_id and mine.account_id = ${accountId}::uuid)`,
        ),
    )
    .leftJoin('file_version as newest', 'newest.id', 'file.current_version_id')
    .leftJoin('file_version as fixed', (join) =>
      join.onRef('fixed.id', '=', 'member.fixed_version_id').onRef('fixed.file_id', '=', 'file.id'),
    )
    .leftJoin('translation', (join) =>
      join.on('translation.id', '=', sql<string>`coalesce(fixed.translation_id, newest.translation_id)`),
    )
    .select([
      'member.file_id',
      'member.fixed_version_id',
      'member.seen_version',
      'member.display',
      'file.description',
      'newest.number as newest_number',
      'newest.urn as newest_urn',
      'fixed.number as fixed_number',
      'fixed.urn as fixed_urn',
      'translation.state',
    ])
    .where('member.set_id', '=', setId)
    .orderBy('member.position')
    .execute()
  return rows.map((row) => ({
    ...(row.display as unknown as ModelStance),
    fileId: row.file_id,
    isFixed: row.fixed_version_id !== null,
    seenVersion: row.seen_version,
    file:
      row.description === null || row.newest_number === null || row.newest_urn === null
        ? null
        : {
            description: row.description,
            urn: row.fixed_urn ?? row.newest_urn,
            status: getStatus[row.state ?? 'queued'],
            version: row.fixed_number ?? row.newest_number,
            newestVersion: row.newest_number,
          },
  }))
}
