import type { OpenedLink, ShareLink } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { mayShare } from '../../platform/authorization/permissions.js'

/** Latest version after the first one of a link whose translation is complete. */
const latestReadyVersion = sql<string | null>`(
  select later.id from file_version as later
    join translation on translation.id = later.translation_id
  where link.follows_latest and later.file_id = first_version.file_id
    and later.number > first_version.number and translation.state = 'succeeded'
  order by later.number desc limit 1)`

/** Selects links with the version they show, without those to files in the bin. */
export function selectLinks(connection: Kysely<Database>) {
  return connection
    .selectFrom('share_link as link')
    .innerJoin('file_version as first_version', 'first_version.id', 'link.file_version_id')
    .innerJoin('file_version as version', (join) =>
      join.on(sql<boolean>`version.id = coalesce(${latestReadyVersion}, first_version.id)`),
    )
    .innerJoin('file', 'file.id', 'version.file_id')
    .leftJoin('viewpoint', 'viewpoint.id', 'link.viewpoint_id')
    .leftJoin('account as creator', 'creator.id', 'link.created_by')
    .leftJoin('access as creator_access', (join) =>
      join
        .onRef('creator_access.account_id', '=', 'link.created_by')
        .onRef('creator_access.area_id', '=', 'file.area_id'),
    )
    .selectAll('link')
    .select([
      'first_version.number as first_number',
      'viewpoint.name as view_name',
      'version.id as version_id',
      'version.number',
      'version.urn',
      'version.size_bytes',
      'version.blob_sha256',
      'version.created_at as uploaded_at',
      'file.id as file_id',
      'file.description',
      'creator.name as creator',
      'creator.status as creator_status',
      'creator_access.role as creator_role',
    ])
    .where('file.deleted_at', 'is', null)
}

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

/** Returns the state of a link: it is open until its expiry, as long as its creator may share the file. */
export function linkState(row: LinkRow, now: Date): ShareLink['state'] {
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  return row.creator_status !== 'rejected' && mayShare(row.creator_role) ? 'active' : 'ended'
}

/** Converts a link for users who may share the file. */
export function toLinkRecord(row: LinkRow, now: Date): ShareLink {
  return {
    id: row.id,
    name: row.name,
    fileVersion: row.number,
    urn: row.urn,
    followsLatest: row.follows_latest,
    view: row.viewpoint_id === null ? null : (row.view_name ?? ''),
    mayDownload: row.may_download,
    hasPassword: row.password_hash !== null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    opened: row.opened_count,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
    state: linkState(row, now),
  }
}

/** Converts a link for a guest, without the file's other versions, its members or its other links. */
export function toOpenedLink(row: LinkRow, { token, view }: Pick<OpenedLink, 'token' | 'view'>): OpenedLink {
  return {
    description: row.description,
    urn: row.urn,
    fileVersion: row.number,
    created_at: row.uploaded_at.toISOString(),
    followsLatest: row.follows_latest,
    size: row.size_bytes,
    sharedBy: row.creator,
    mayDownload: row.may_download,
    expiresAt: row.expires_at?.toISOString() ?? null,
    view,
    token,
  }
}
