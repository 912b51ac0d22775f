import { sql, type Kysely, type Migration } from 'kysely'

async function createGroups(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_group (
      id uuid primary key,
      kind text not null check (kind in ('group', 'organization')),
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create unique index people_group_name on account_group (kind, lower(name))`.execute(database)
  await sql`
    create table group_member (
      group_id uuid not null references account_group (id) on delete cascade,
      account_id uuid not null references account (id) on delete cascade,
      primary key (group_id, account_id)
    )`.execute(database)
  await sql`create index group_member_account on group_member (account_id)`.execute(database)
}

/** Roles in projects and folders. The foreign keys take the folders from whoever leaves the project. */
async function createRules(database: Kysely<unknown>): Promise<void> {
  await sql`create type access_role as enum ('viewer', 'commenter', 'editor', 'owner')`.execute(database)
  await sql`alter table membership drop constraint membership_role_check`.execute(database)
  await sql`
    alter table membership add constraint membership_role_check
      check (role in ('owner', 'editor', 'commenter', 'viewer', 'folder'))`.execute(database)
  await sql`
    create table project_group (
      project_id uuid not null references project (id) on delete cascade,
      group_id uuid not null references account_group (id) on delete cascade,
      role text not null check (role in ('owner', 'editor', 'commenter', 'viewer', 'folder')),
      created_at timestamptz not null default now(),
      primary key (project_id, group_id)
    )`.execute(database)
  await sql`create index project_group_group on project_group (group_id)`.execute(database)
  await sql`
    create table folder_rule (
      folder_id uuid not null references folder (id) on delete cascade,
      project_id uuid not null,
      account_id uuid,
      group_id uuid,
      role access_role not null,
      check ((account_id is null) <> (group_id is null)),
      foreign key (project_id, account_id) references membership (project_id, account_id) on delete cascade,
      foreign key (project_id, group_id) references project_group (project_id, group_id) on delete cascade
    )`.execute(database)
  await sql`create unique index folder_rule_account on folder_rule (folder_id, account_id)`.execute(database)
  await sql`create unique index folder_rule_group on folder_rule (folder_id, group_id)`.execute(database)
  await sql`create index folder_rule_project on folder_rule (project_id)`.execute(database)
}

/** Without foreign keys, which take three quarters of the time of a large rebuild: only triggers write the table. */
async function createAccess(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table access (
      area_id uuid not null,
      account_id uuid not null,
      role access_role not null,
      primary key (area_id, account_id)
    )`.execute(database)
  await sql`create index access_account on access (account_id)`.execute(database)
  await sql`
    insert into access (area_id, account_id, role)
      select project_id, account_id, role::access_role from membership`.execute(database)
}

/**
 * Computes the roles of accounts in the areas of a project from memberships, groups and rules. The highest of several
 * counts; owners of the project are owners everywhere. Null stands for all accounts or areas.
 */
async function createResolver(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function resolve_access(of_project uuid, of_accounts uuid[], of_areas uuid[])
    returns table (area_id uuid, account_id uuid, role access_role) language sql stable as $$
      with member as materialized (
        select granted.account_id, max(granted.role) as role
        from (
          select membership.account_id, membership.role::access_role from membership
            where membership.project_id = of_project and membership.role <> 'folder'
          union all
          select group_member.account_id, project_group.role::access_role
            from project_group join group_member using (group_id)
            where project_group.project_id = of_project and project_group.role <> 'folder'
        ) as granted
        where of_accounts is null or granted.account_id = any(of_accounts)
        group by granted.account_id
      ),
      rule as (
        select * from folder_rule
        where folder_rule.project_id = of_project and (of_areas is null or folder_rule.folder_id = any(of_areas))
      )
      select granted.area_id, granted.account_id, max(granted.role)
      from (
        select of_project as area_id, member.account_id, member.role from member
          where of_areas is null or of_project = any(of_areas)
        union all
        select folder.id, member.account_id, member.role from folder, member
          where folder.project_id = of_project and folder.area_id = folder.id and member.role = 'owner'
            and (of_areas is null or folder.id = any(of_areas))
        union all
        select rule.folder_id, rule.account_id, rule.role from rule
          where rule.account_id is not null and (of_accounts is null or rule.account_id = any(of_accounts))
        union all
        select rule.folder_id, group_member.account_id, rule.role from rule join group_member using (group_id)
          where of_accounts is null or group_member.account_id = any(of_accounts)
      ) as granted join account on account.id = granted.account_id
      group by granted.area_id, granted.account_id
    $$`.execute(database)
}

/**
 * The lock makes concurrent changes of one project see each other. A full join is never a nested loop, which the
 * planner would choose: it knows nothing of the size of the result of a function.
 */
async function createRebuild(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function rebuild_access(of_project uuid, of_accounts uuid[], of_areas uuid[])
    returns void language plpgsql as $$
    begin
      perform from project where id = of_project for no key update;
      if not found then return; end if;
      with present as (
        select access.* from access join folder on folder.id = access.area_id
        where folder.project_id = of_project
          and (of_areas is null or access.area_id = any(of_areas))
          and (of_accounts is null or access.account_id = any(of_accounts))
      ),
      changed as materialized (
        select area_id, account_id, resolved.role
        from resolve_access(of_project, of_accounts, of_areas) as resolved
          full join present using (area_id, account_id)
        where resolved.role is distinct from present.role
      ),
      revoked as (
        delete from access using changed
        where changed.role is null
          and access.area_id = changed.area_id and access.account_id = changed.account_id
      )
      insert into access (area_id, account_id, role)
      select area_id, account_id, role from changed where role is not null
      on conflict (area_id, account_id) do update set role = excluded.role;
    end $$`.execute(database)
}

/** Calls `rebuild_access` after every statement that changes a source of it, for the accounts and areas concerned. */
async function createTriggers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function rebuild_access_of_members() returns trigger language plpgsql as $$
    begin
      perform rebuild_access(project_id, array_agg(account_id), null)
        from changed group by project_id order by project_id;
      return null;
    end $$`.execute(database)
  await sql`
    create function rebuild_access_of_project_groups() returns trigger language plpgsql as $$
    begin
      perform rebuild_access(project_id, array_agg(account_id), null)
        from changed join group_member using (group_id) group by project_id order by project_id;
      return null;
    end $$`.execute(database)
  await sql`
    create function rebuild_access_of_group_members() returns trigger language plpgsql as $$
    begin
      perform rebuild_access(project_id, array_agg(changed.account_id), null)
        from changed join project_group using (group_id) group by project_id order by project_id;
      return null;
    end $$`.execute(database)
  await sql`
    create function rebuild_access_of_rules() returns trigger language plpgsql as $$
    begin
      perform rebuild_access(project_id, null, array_agg(distinct folder_id))
        from changed group by project_id order by project_id;
      return null;
    end $$`.execute(database)
  const sources = {
    membership: 'rebuild_access_of_members',
    project_group: 'rebuild_access_of_project_groups',
    group_member: 'rebuild_access_of_group_members',
    folder_rule: 'rebuild_access_of_rules',
  } as const
  for (const [table, rebuild] of Object.entries(sources))
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`
        create trigger ${sql.id(`${table}_access_after_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function ${sql.id(rebuild)}()`.execute(database)
}

/** Files follow their folder to another area or project; an area that ends or moves loses its rules and rights. */
async function createFolderTriggers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function propagate_folder() returns trigger language plpgsql as $$
    begin
      update file set area_id = after.area_id, project_id = after.project_id
        from before join after using (id)
        where file.folder_id = after.id
          and (before.area_id <> after.area_id or before.project_id <> after.project_id);
      delete from folder_rule using before join after using (id)
        where folder_rule.folder_id = after.id and before.area_id = after.id
          and (after.area_id <> after.id or before.project_id <> after.project_id);
      delete from access using before join after using (id)
        where access.area_id = after.id and before.area_id = after.id
          and (after.area_id <> after.id or before.project_id <> after.project_id);
      perform rebuild_access(after.project_id, null, array_agg(after.id))
        from before join after using (id)
        where after.area_id = after.id
          and (before.area_id <> after.area_id or before.project_id <> after.project_id)
        group by after.project_id order by after.project_id;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger folder_propagation after update on folder
    referencing old table as before new table as after
    for each statement execute function propagate_folder()`.execute(database)
  await sql`
    create function revoke_access_to_folders() returns trigger language plpgsql as $$
    begin
      delete from access using before where access.area_id = before.id;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger folder_access_after_delete after delete on folder
    referencing old table as before
    for each statement execute function revoke_access_to_folders()`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createGroups(database)
  await createRules(database)
  await createAccess(database)
  await createResolver(database)
  await createRebuild(database)
  await createTriggers(database)
  await createFolderTriggers(database)
}

/** Groups, rules of folders, and the table of resolved rights. Triggers alone write `access`. */
export const access: Migration = { up }
