import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Option of a translation whose project allowed its files to leave at the time of the request. */
export const cloudOption = { cloud: 'autodesk' } as const

/** Returns whether a translation was requested with permission to use the cloud. */
export function usesCloud(options: Readonly<Record<string, unknown>>): boolean {
  return options['cloud'] === cloudOption.cloud
}

/**
 * Returns whether, at present, a project that allows its files to leave has a file (not in the bin) with this
 * translation.
 */
export async function filesMayLeave(database: Kysely<Database>, translationId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from file_version
      join file on file.id = file_version.file_id
      join project on project.id = file.project_id
      where file_version.translation_id = ${translationId} and file.deleted_at is null and project.files_may_leave
    ) as may`.execute(database)
  return rows[0]?.may === true
}
