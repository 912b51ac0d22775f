import { createHash } from 'node:crypto'
import type { OpenedLink, ShareLink } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'

type Connection = Kysely<Database> | Transaction<Database>

/** Links with the version they show; those to files in the bin are not there. */
export function selectLinks(connection: Connection) {
  return connection
    .selectFrom('share_link as link')
    .innerJoin('file_version as version', 'version.id', 'link.file_version_id')
    .innerJoin('file', 'file.id', 'version.file_id')
    .leftJoin('account as creator', 'creator.id', 'link.created_by')
    .selectAll('link')
    .select([
      'version.number',
      'version.urn',
      'version.size_bytes',
      'version.blob_sha256',
      'version.created_at as uploaded_at',
      'file.id as file_id',
      'file.description',
      'creator.name as creator',
    ])
    .where('file.deleted_at', 'is', null)
}

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

export function isOver(row: Pick<LinkRow, 'expires_at'>, now: Date): boolean {
  return row.expires_at !== null && row.expires_at <= now
}

/** A link as those who share the file see it. */
export function linkRecordOf(row: LinkRow, now: Date): ShareLink {
  return {
    id: row.id,
    name: row.name,
    fileVersion: row.number,
    urn: row.urn,
    mayDownload: row.may_download,
    hasPassword: row.password_hash !== null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    opened: row.opened_count,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
    state: isOver(row, now) ? 'expired' : 'active',
  }
}

/** What a guest is told: nothing of the file's other versions, its people or its other links. */
export function openedLinkOf(row: LinkRow, token: OpenedLink['token']): OpenedLink {
  return {
    description: row.description,
    urn: row.urn,
    fileVersion: row.number,
    created_at: row.uploaded_at.toISOString(),
    size: row.size_bytes,
    sharedBy: row.creator,
    mayDownload: row.may_download,
    expiresAt: row.expires_at?.toISOString() ?? null,
    token,
  }
}

/**
 * Secrets are found by their hash: how long the look-up takes says something about the hash and nothing about the secret,
 * so there is nothing to compare in constant time.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
