import { sql, type Kysely, type Migration } from 'kysely'

async function createFolderInvitations(database: Kysely<unknown>): Promise<void> {
  // A server of the previous version makes a member with this role, who sees nothing.
  await sql`alter table project_invitation drop constraint project_invitation_role_check`.execute(database)
  await sql`
    alter table project_invitation add constraint project_invitation_role_check
      check (role in ('owner', 'editor', 'commenter', 'viewer', 'folder'))`.execute(database)
  await sql`
    create table folder_invitation (
      invitation_id uuid not null references project_invitation (id) on delete cascade,
      folder_id uuid not null references folder (id) on delete cascade,
      role access_role not null,
      primary key (invitation_id, folder_id)
    )`.execute(database)
  await sql`create index folder_invitation_folder on folder_invitation (folder_id)`.execute(database)
}

/** A folder that gets the permissions of its parent again, or another project, loses its invitations like its rules. */
async function removeWithArea(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function remove_folder_invitations() returns trigger language plpgsql as $$
    begin
      delete from folder_invitation using before join after using (id)
        where folder_invitation.folder_id = after.id and before.area_id = after.id
          and (after.area_id <> after.id or before.project_id <> after.project_id);
      delete from project_invitation
        where role = 'folder' and project_id in (select project_id from before)
          and not exists (select from folder_invitation where invitation_id = project_invitation.id);
      return null;
    end $$`.execute(database)
  await sql`
    create trigger folder_invitations_after_update after update on folder
    referencing old table as before new table as after
    for each statement execute function remove_folder_invitations()`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column kind text not null default 'person' check (kind in ('person', 'company'))`.execute(database)
  await sql`
    alter table account_group
      add column code text not null default '',
      add column domains text[] not null default '{}'`.execute(database)
  await createFolderInvitations(database)
  await removeWithArea(database)
}

/** Company accounts, codes and domains of organizations, invitations to folders. */
export const members: Migration = { up }
