import { sql, type Kysely, type Migration } from 'kysely'

async function createFolders(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table folder (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      parent_id uuid references folder (id) on delete cascade,
      name text not null,
      search_name text not null,
      sort_name text not null,
      ancestors uuid[] not null,
      area_id uuid not null references folder (id) deferrable initially deferred,
      revision integer not null default 1,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      deletion_id uuid,
      check ((parent_id is null) = (id = project_id))
    )`.execute(database)
  await sql`create unique index folder_name on folder (parent_id, search_name) where deleted_at is null`.execute(
    database,
  )
  await sql`create index folder_project on folder (project_id)`.execute(database)
  await sql`create index folder_ancestors on folder using gin (ancestors)`.execute(database)
  await sql`create index folder_area on folder (area_id)`.execute(database)
  await sql`create index folder_deletion on folder (deletion_id) where deletion_id is not null`.execute(database)
}

/** Every project has a root folder with the id of the project. */
async function createRoots(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function create_root_folder() returns trigger language plpgsql as $$
    begin
      insert into folder (id, project_id, name, search_name, sort_name, ancestors, area_id)
        values (new.id, new.id, '', '', '', '{}', new.id);
      return null;
    end $$`.execute(database)
  await sql`
    create trigger project_root_folder after insert on project
    for each row execute function create_root_folder()`.execute(database)
  await sql`
    insert into folder (id, project_id, name, search_name, sort_name, ancestors, area_id)
      select id, id, '', '', '', '{}', id from project`.execute(database)
}

/**
 * Files get a folder, and a copy of its area: rights are looked up by the area without reading the folder. Both are
 * derived here, so that the rows of a server of the previous version have them too: it knows projects only.
 */
async function addFolderOfFiles(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file
      add column folder_id uuid references folder (id),
      add column area_id uuid references folder (id),
      add column name_is_unique boolean not null default false,
      add column deletion_id uuid`.execute(database)
  await sql`update file set folder_id = project_id, area_id = project_id`.execute(database)
  await sql`alter table file alter column folder_id set not null, alter column area_id set not null`.execute(database)
  await sql`
    create function place_file() returns trigger language plpgsql as $$
    begin
      new.folder_id := coalesce(new.folder_id, new.project_id);
      select area_id into new.area_id from folder
        where id = new.folder_id and project_id = new.project_id for share;
      if not found then
        new.folder_id := new.project_id;
        new.area_id := new.project_id;
      end if;
      return new;
    end $$`.execute(database)
  await sql`
    create trigger file_place before insert or update of project_id, folder_id, area_id on file
    for each row execute function place_file()`.execute(database)
  await sql`
    create unique index file_name on file (folder_id, search_name)
    where deleted_at is null and name_is_unique`.execute(database)
  for (const column of ['folder', 'area'] as const) {
    const id = sql.id(`${column}_id`)
    await sql`create index ${sql.id(`file_${column}_date`)} on file (${id}, updated_at desc, id desc)`.execute(database)
    await sql`create index ${sql.id(`file_${column}_name`)} on file (${id}, sort_name, id)`.execute(database)
  }
  await sql`create index file_deletion on file (deletion_id) where deletion_id is not null`.execute(database)
  // Files are listed by area; their project is that of the area.
  await sql`drop index file_by_date`.execute(database)
  await sql`drop index file_by_name`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createFolders(database)
  await createRoots(database)
  await addFolderOfFiles(database)
}

/** Folders: a tree in each project. */
export const folders: Migration = { up }
