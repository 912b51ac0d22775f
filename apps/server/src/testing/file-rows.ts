import { sql } from 'kysely'
import type { FolderCalls } from './folder-calls.js'
import type { TestServer, TestUser } from './test-server.js'

/** Creates files in a folder as rows, all with the bytes of one upload; returns their ids by name. */
export async function insertFileRows(
  server: TestServer,
  { by, calls, count, folderId }: FileRows,
): Promise<readonly string[]> {
  const { database } = server.services
  const { id } = await calls.upload(by, folderId, '00000.stl')
  await sql`
    with copied as (
      insert into file (id, project_id, folder_id, description, search_name, sort_name, name_is_unique)
      select gen_random_uuid(), project_id, folder_id, name, name, name, name_is_unique
      from file, generate_series(1, ${count - 1}::int) as n, lpad(n::text, 5, '0') as padded, concat(padded, '.stl') as name
      where file.id = ${id} returning id
    )
    insert into file_version (id, file_id, number, urn, blob_sha256, size_bytes, extension, translation_id)
    select gen_random_uuid(), copied.id, 1, copied.id::text, blob_sha256, size_bytes, extension, translation_id
    from copied, file_version where file_id = ${id}`.execute(database)
  await sql`
    update file set current_version_id = file_version.id from file_version
    where file_version.file_id = file.id and file.folder_id = ${folderId}`.execute(database)
  await sql`analyze`.execute(database)
  const files = await database
    .selectFrom('file')
    .select('id')
    .where('folder_id', '=', folderId)
    .orderBy('description')
    .execute()
  return files.map((file) => file.id)
}

interface FileRows {
  readonly by: TestUser
  readonly calls: FolderCalls
  readonly count: number
  readonly folderId: string
}
