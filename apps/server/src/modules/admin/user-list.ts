import type { AdminUser, AdminUserPage, AdminUserQuery } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { containsText } from '../../platform/database/contains-text.js'
import { systemAccountId } from '../../domain/projects/example-project.js'
import { countRows } from '../../platform/database/count-rows.js'

const defaultPageSize = 50

const sortColumns = {
  name: sql`lower(account.name)`,
  email: sql`account.email`,
  position: sql`lower(account.position)`,
  status: sql`account.status`,
  date: sql`account.created_at`,
  used: sql`account.used_bytes`,
} as const

/** Selects user accounts, without companies and the one that owns the examples. */
function selectUsers(connection: Kysely<Database>) {
  return connection
    .selectFrom('account')
    .select((row) => [
      'account.id',
      'account.name',
      'account.email',
      'account.position',
      'account.role',
      'account.status',
      'account.rejection_reason',
      'account.created_at',
      'account.quota_bytes',
      'account.upload_limit_bytes',
      'account.used_bytes',
      'account.must_change_password',
      row
        .selectFrom('refresh_session')
        .select((session) => session.fn.max('last_seen_at').as('seen'))
        .whereRef('refresh_session.account_id', '=', 'account.id')
        .as('last_seen_at'),
      row
        .exists(
          row
            .selectFrom('second_factor')
            .select('account_id')
            .whereRef('second_factor.account_id', '=', 'account.id')
            .where('second_factor.confirmed_at', 'is not', null),
        )
        .as('two_factor'),
    ])
    .where('account.id', '!=', systemAccountId)
    .where('account.kind', '=', 'person')
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

/** Lists one page of the matching accounts; a page beyond the last returns the last. */
export async function listUsers(database: Kysely<Database>, query: AdminUserQuery): Promise<AdminUserPage> {
  const size = query.size ?? defaultPageSize
  const accounts = database
    .selectFrom('account')
    .where('account.id', '!=', systemAccountId)
    .where('account.kind', '=', 'person')
  const total = await countRows(accounts.where(condition(query)))
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(query.page ?? 1, pages)
  const direction = query.order ?? (query.sort === undefined || query.sort === 'date' ? 'desc' : 'asc')
  const rows = await selectUsers(database)
    .where(condition(query))
    .orderBy(sortColumns[query.sort ?? 'date'], direction)
    .orderBy('account.id', direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { users: rows.map(toAdminUser), total, page, pages }
}

/** Finds one user account; returns null when there is none. */
export async function findUser(connection: Kysely<Database>, id: string): Promise<AdminUser | null> {
  const row = await selectUsers(connection)
    .where(sql`account.id::text`, '=', id)
    .executeTakeFirst()
  return row ? toAdminUser(row) : null
}

function condition({ search, status }: AdminUserQuery) {
  const searchText = (search ?? '').trim()
  const columns = ['account.name', 'account.email', 'account.position'] as const
  const matches = sql.join(
    columns.map((column) => containsText(sql.ref(column), searchText)),
    sql` or `,
  )
  return sql<boolean>`(${searchText} = '' or ${matches})
    and (${status ?? null}::text is null or account.status = ${status ?? null})`
}

function toAdminUser(row: UserRow): AdminUser {
  const { id, name, email, position, role, status } = row
  return {
    id,
    name,
    email,
    position,
    role,
    status,
    rejectionReason: row.rejection_reason ?? '',
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    quotaBytes: row.quota_bytes,
    uploadLimitBytes: row.upload_limit_bytes,
    usedBytes: row.used_bytes,
    mustChangePassword: row.must_change_password,
    twoFactor: row.two_factor === true,
  }
}
