import type { GroupReference, ProjectGroup, ProjectInvitation, ProjectMember } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { selectFolders } from '../../domain/projects/project-invitations.js'
import type { ProjectRow } from './project-rows.js'

const selectOrganizations = sql<string[]>`array(
  select account_group.name from account_group join group_member on group_member.group_id = account_group.id
  where account_group.kind = 'organization' and group_member.account_id = account.id
  order by lower(account_group.name))`

/** Lists the members of a project, owners first, then by name. */
export async function listMembers(
  connection: Kysely<Database>,
  project: ProjectRow,
  you: string,
): Promise<ProjectMember[]> {
  const rows = await connection
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.name', 'account.email', 'membership.role', 'membership.created_at'])
    .select(selectOrganizations.as('organizations'))
    .where('membership.project_id', '=', project.id)
    .orderBy(sql`membership.role = 'owner'`, 'desc')
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.id')
    .execute()
  return rows.map(({ created_at: since, ...member }) => ({
    ...member,
    isMember: true,
    isPayer: member.id === project.owner_id,
    isYou: member.id === you,
    since: since.toISOString(),
  }))
}

/** Lists who sees an area, owners first, then by name; the addresses of members only. */
export async function listAreaAccess(
  connection: Kysely<Database>,
  { areaId, project }: { readonly areaId: string; readonly project: ProjectRow },
  you: string,
): Promise<ProjectMember[]> {
  const rows = await connection
    .selectFrom('access')
    .innerJoin('account', 'account.id', 'access.account_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.account_id', '=', 'account.id').on('membership.project_id', '=', project.id),
    )
    .select(['account.id', 'account.name', 'account.email', 'access.role', 'membership.created_at'])
    .select(selectOrganizations.as('organizations'))
    .where('access.area_id', '=', areaId)
    .orderBy(sql`access.role = 'owner'`, 'desc')
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.id')
    .execute()
  return rows.map(({ created_at: since, email, ...member }) => ({
    ...member,
    email: since === null ? '' : email,
    isMember: since !== null,
    isPayer: member.id === project.owner_id,
    isYou: member.id === you,
    since: since?.toISOString() ?? null,
  }))
}

/** Lists the open invitations of a project, by address; those to one of its folders, if one is given. */
export async function listInvitations(
  connection: Kysely<Database>,
  { folderId, projectId }: { readonly projectId: string; readonly folderId?: string | undefined },
): Promise<ProjectInvitation[]> {
  const rows = await connection
    .selectFrom('project_invitation as invitation')
    .leftJoin('account', 'account.id', 'invitation.invited_by')
    .selectAll('invitation')
    .select(['account.name as inviter', selectFolders.as('folders')])
    .where('invitation.project_id', '=', projectId)
    .where('invitation.expires_at', '>', new Date())
    .orderBy('invitation.email')
    .execute()
  return rows
    .filter(({ folders }) => folderId === undefined || folders.some(({ id }) => id === folderId))
    .map(({ created_at, email, expires_at, folders, id, inviter, role }) => ({
      id,
      email,
      role,
      folders: folderId === undefined ? folders : folders.filter((folder) => folder.id === folderId),
      invitedBy: inviter ?? '',
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    }))
}

/** Lists the groups of a project with their members, by name. */
export async function listProjectGroups(connection: Kysely<Database>, projectId: string): Promise<ProjectGroup[]> {
  const { rows } = await sql<ProjectGroup>`
    select account_group.id, account_group.kind, account_group.name, project_group.role,
      count(account.id)::int as members,
      coalesce(json_agg(json_build_object('id', account.id, 'name', account.name)
        order by lower(account.name), account.id) filter (where account.id is not null), '[]') as people
    from project_group join account_group on account_group.id = project_group.group_id
      left join group_member on group_member.group_id = account_group.id
      left join account on account.id = group_member.account_id
    where project_group.project_id = ${projectId}
    group by account_group.id, project_group.role
    order by lower(account_group.name), account_group.id`.execute(connection)
  return rows
}

/** Lists the groups that a project does not have, by name. */
export async function listOtherGroups(connection: Kysely<Database>, projectId: string): Promise<GroupReference[]> {
  const { rows } = await sql<GroupReference>`
    select account_group.id, account_group.kind, account_group.name,
      (select count(*)::int from group_member where group_id = account_group.id) as members
    from account_group
    where not exists (select from project_group where project_id = ${projectId} and group_id = account_group.id)
    order by lower(account_group.name), account_group.id`.execute(connection)
  return rows
}
