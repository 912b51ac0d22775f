import { type ClientApplication, isProtocolScope } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Lists an account's applications, newest first, with their storage use. */
export async function listApplications(connection: Kysely<Database>, ownerId: string): Promise<ClientApplication[]> {
  const rows = await selectApplications(connection, ownerId).orderBy('application.created_at', 'desc').execute()
  return rows.map(toClientApplication)
}

/** Finds an application of an account; returns null when it has none with this id. */
export async function findApplication(
  connection: Kysely<Database>,
  ownerId: string,
  id: string,
): Promise<ClientApplication | null> {
  const row = await selectApplications(connection, ownerId).where('application.id', '=', id).executeTakeFirst()
  return row ? toClientApplication(row) : null
}

function selectApplications(connection: Kysely<Database>, ownerId: string) {
  return connection
    .selectFrom('application')
    .leftJoin('storage_bucket as bucket', 'bucket.application_id', 'application.id')
    .leftJoin('storage_object as object', 'object.bucket_id', 'bucket.id')
    .select([
      'application.id',
      'application.client_id',
      'application.name',
      'application.scopes',
      'application.created_at',
      'application.secret_made_at',
      'application.last_used_at',
      'application.revoked_at',
      sql<number>`count(distinct bucket.id)::int`.as('buckets'),
      sql<number>`count(object.id)::int`.as('objects'),
      sql<number>`coalesce(sum(object.size_bytes), 0)::bigint`.as('stored_bytes'),
    ])
    .where('application.owner_id', '=', ownerId)
    .groupBy('application.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApplications>['executeTakeFirstOrThrow']>>

function toClientApplication(row: Row): ClientApplication {
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes.filter(isProtocolScope),
    createdAt: row.created_at.toISOString(),
    secretMadeAt: row.secret_made_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    buckets: row.buckets,
    objects: row.objects,
    storedBytes: row.stored_bytes,
  }
}
