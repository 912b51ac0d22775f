import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Option of a translation whose project let its files leave when it was asked for. */
export const cloudOption = { cloud: 'autodesk' } as const

/** Whether a translation was asked for with leave to use the cloud. */
export function usesCloud(options: Readonly<Record<string, unknown>>): boolean {
  return options['cloud'] === cloudOption.cloud
}

/** Whether, at this moment, a project lets its files leave in which a file (not in the bin) shows this translation. */
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
