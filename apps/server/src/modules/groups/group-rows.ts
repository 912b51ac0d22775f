import type { GroupMember, GroupRecord, OpenedGroup } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'
import { selectGroupProjects } from '../../domain/projects/group-projects.js'

/** Lists groups by name, or the one with an id. */
export async function listGroups(connection: Kysely<Database>, id: string | null = null): Promise<GroupRecord[]> {
  const { rows } = await sql<GroupRecord>`
    select account_group.id, account_group.kind, account_group.name, account_group.code, account_group.domains,
      (select count(*)::int from group_member where group_id = account_group.id) as members,
      ${selectGroupProjects} as projects
    from account_group
    where ${id}::uuid is null or account_group.id = ${id}::uuid
    order by lower(account_group.name), account_group.id`.execute(connection)
  return rows
}

/** Finds a group; throws `not-found`. */
export async function findGroup(connection: Kysely<Database>, id: string): Promise<GroupRecord> {
  const [group] = isIdentifier(id) ? await listGroups(connection, id) : []
  if (!group) throw new AppError('not-found')
  return group
}

/** Finds a group with its members; throws `not-found`. */
export async function openGroup(connection: Kysely<Database>, id: string): Promise<OpenedGroup> {
  const group = await findGroup(connection, id)
  const { rows: members } = await sql<GroupMember>`
    select account.id, account.name, account.email
    from group_member join account on account.id = group_member.account_id
    where group_member.group_id = ${id}
    order by lower(account.name), account.id`.execute(connection)
  return { ...group, people: members, candidates: await listCandidates(connection, group) }
}

/** Lists accounts with a proved address of an organization that are not its members. */
async function listCandidates(
  connection: Kysely<Database>,
  { domains, id }: Pick<GroupRecord, 'domains' | 'id'>,
): Promise<GroupMember[]> {
  if (domains.length === 0) return []
  const { rows } = await sql<GroupMember>`
    select account.id, account.name, account.email from account
    where lower(split_part(account.email, '@', 2)) = any(${domains}::text[])
      and account.email_verified_at is not null and account.status <> 'rejected' and account.kind = 'person'
      and not exists (select from group_member where group_id = ${id} and account_id = account.id)
    order by lower(account.name), account.id limit 100`.execute(connection)
  return rows
}
