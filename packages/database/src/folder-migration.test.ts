import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest, newId, openDatabase, type OpenDatabase } from './index.js'
import { migrations } from './migrations/index.js'

const names = Object.keys(migrations)
const [owner, viewer, personal, shared] = [newId(), newId(), newId(), newId()]

describe('migration to folders', () => {
  let connection: OpenDatabase
  beforeAll(async () => {
    connection = await openDatabase({ migrations: names.slice(0, names.indexOf('0030-folders')) })
    const { database } = connection
    await sql`
      insert into account (id, email, name, quota_bytes)
      values (${owner}, 'a@example.org', 'Ani', 100), (${viewer}, 'b@example.org', 'Aram', 100)`.execute(database)
    await sql`
      insert into project (id, name, owner_id, personal)
      values (${personal}, 'Ani', ${owner}, true), (${shared}, 'Tower', ${owner}, false)`.execute(database)
    await sql`
      insert into membership (project_id, account_id, role)
      values (${personal}, ${owner}, 'owner'), (${shared}, ${owner}, 'owner'), (${shared}, ${viewer}, 'viewer')`.execute(
      database,
    )
    await sql`insert into blob (sha256, size_bytes) values (repeat('a', 64), 7)`.execute(database)
    for (const [index, project] of [personal, personal, shared, shared].entries()) {
      const [file, version] = [newId(), newId()]
      // Two files of one name in each project.
      await sql`
        insert into file (id, project_id, description, search_name, sort_name, updated_at)
        values (${file}, ${project}, 'House.ifc', 'house.ifc', 'house.ifc', now() - ${index} * interval '1 day')`.execute(
        database,
      )
      await sql`
        insert into file_version (id, file_id, number, urn, blob_sha256, size_bytes, extension)
        values (${version}, ${file}, 1, ${`urn-${index}`}, repeat('a', 64), 7, '.ifc')`.execute(database)
      await sql`update file set current_version_id = ${version} where id = ${file}`.execute(database)
    }
  })
  afterAll(() => connection.close())

  const listFiles = async (): Promise<unknown[]> => {
    const { rows } = await sql`
      select file.id, urn, description, file.updated_at from file
      join file_version on file_version.id = file.current_version_id
      order by file.updated_at desc, file.id desc`.execute(connection.database)
    return rows
  }

  it('P01 keeps the ids, addresses, names and order of files', async () => {
    const before = await listFiles()
    await migrateToLatest(connection.database)
    expect(await listFiles()).toEqual(before)
    expect(before).toHaveLength(4)
  })

  it('P01 puts every file into the top folder of its project, for the same people', async () => {
    const { database } = connection
    const folders = await database.selectFrom('folder').select(['id', 'project_id', 'parent_id', 'area_id']).execute()
    const isRoot = (id: string) => ({ id, project_id: id, parent_id: null, area_id: id })
    expect(folders).toEqual(expect.arrayContaining([isRoot(personal), isRoot(shared)]))
    expect(folders).toHaveLength(2)
    const { rows } =
      await sql`select from file where (folder_id, area_id) is distinct from (project_id, project_id)`.execute(database)
    expect(rows).toEqual([])
    const access = await database.selectFrom('access').selectAll().orderBy('area_id').orderBy('account_id').execute()
    expect(access).toEqual([
      { area_id: personal, account_id: owner, role: 'owner' },
      { area_id: shared, account_id: owner, role: 'owner' },
      { area_id: shared, account_id: viewer, role: 'viewer' },
    ])
  })

  it('counts the stored bytes of each project', async () => {
    const projects = await connection.database
      .selectFrom('project')
      .select(['id', 'used_bytes', 'quota_bytes'])
      .execute()
    expect(projects.map(({ quota_bytes, used_bytes }) => [used_bytes, quota_bytes])).toEqual([
      [14, null],
      [14, null],
    ])
  })
})
