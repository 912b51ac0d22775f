import { type AdminExtension, ExtensionSources, type UserExtension, extensionPermissions } from '@kamar/contracts'
import type { Database, ViewerExtensionTable } from '@kamar/database'
import type { Kysely, Selectable } from 'kysely'
import { readSetting } from '../../platform/database/settings.js'

/** Row without its code, which only one call needs. */
export type ExtensionRow = Omit<Selectable<ViewerExtensionTable>, 'code' | 'added_by' | 'created_at'>

/** Setting of the allowed sources. */
export const sourcesKey = 'extensions.sources'

/** Columns of `ExtensionRow`. */
export const extensionColumns = [
  'id',
  'identifier',
  'name',
  'version',
  'publisher',
  'description',
  'permissions',
  'manifest_url',
  'integrity',
  'enabled',
  'audience',
  'fetched_at',
] as const satisfies readonly (keyof ExtensionRow)[]

/** Reads the allowed sources of extensions; none until an administrator sets them. */
export async function readSources(connection: Kysely<Database>): Promise<readonly string[]> {
  return ExtensionSources.safeParse(await readSetting(connection, sourcesKey)).data ?? []
}

/** Decision of a user; the granted permissions apply to exactly the requested set. */
export interface StoredChoice {
  readonly installed: boolean
  readonly granted: readonly string[] | null
}

/** Lists the permissions of a row that this version of the server supports. */
export const listPermissions = ({ permissions }: Pick<ExtensionRow, 'permissions'>) =>
  extensionPermissions.filter((permission) => permissions.includes(permission))

/** Returns whether every requested permission was granted. */
export function isGranted(row: Pick<ExtensionRow, 'permissions'>, granted: readonly string[] | null): boolean {
  return granted !== null && row.permissions.every((permission) => granted.includes(permission))
}

/** Converts a row for its user. */
export function toUserExtension(row: ExtensionRow, choice: StoredChoice | null): UserExtension {
  const isGrantComplete = choice !== null && isGranted(row, choice.granted)
  return {
    ...described(row),
    installed: choice?.installed ?? row.audience === 'everybody',
    granted: isGrantComplete ? listPermissions(row) : null,
  }
}

/** Converts a row for an administrator. */
export function adminRecord(row: ExtensionRow, installations: number): AdminExtension {
  return {
    ...described(row),
    enabled: row.enabled,
    integrity: row.integrity,
    fetchedAt: row.fetched_at.toISOString(),
    installations,
  }
}

function described(row: ExtensionRow) {
  const { id, identifier, name, version, publisher, description, audience } = row
  return {
    id,
    identifier,
    name,
    version,
    publisher,
    description,
    audience,
    permissions: listPermissions(row),
    manifestUrl: row.manifest_url,
  }
}
