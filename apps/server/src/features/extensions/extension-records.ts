import { type AdminExtension, ExtensionSources, type UserExtension, extensionPermissions } from '@kamar/contracts'
import type { Database, ViewerExtensionTable } from '@kamar/database'
import type { Kysely, Selectable, Transaction } from 'kysely'

type Connection = Kysely<Database> | Transaction<Database>
/** A row without its code, which only one call needs. */
export type ExtensionRow = Omit<Selectable<ViewerExtensionTable>, 'code' | 'added_by' | 'created_at'>

const sourcesKey = 'extensions.sources'

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

/** Where extensions may come from; nowhere until an administrator says so. */
export async function readSources(connection: Connection): Promise<readonly string[]> {
  const row = await connection.selectFrom('setting').select('value').where('key', '=', sourcesKey).executeTakeFirst()
  return ExtensionSources.safeParse(row?.value).data ?? []
}

/** Writes them. */
export async function writeSources(transaction: Transaction<Database>, sources: readonly string[]): Promise<void> {
  const value = JSON.stringify(sources)
  await transaction
    .insertInto('setting')
    .values({ key: sourcesKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}

/** What a person decided; the granted permissions count for exactly the set that is asked for. */
export interface StoredChoice {
  readonly installed: boolean
  readonly granted: readonly string[] | null
}

/** Permissions of a row, those that this version of the server knows. */
export const listPermissions = ({ permissions }: Pick<ExtensionRow, 'permissions'>) =>
  extensionPermissions.filter((permission) => permissions.includes(permission))

/** Whether everything that is asked for was granted. */
export function isGranted(row: Pick<ExtensionRow, 'permissions'>, granted: readonly string[] | null): boolean {
  return granted !== null && row.permissions.every((permission) => granted.includes(permission))
}

/** A row as its person sees it. */
export function toUserExtension(row: ExtensionRow, choice: StoredChoice | null): UserExtension {
  const isGrantComplete = choice !== null && isGranted(row, choice.granted)
  return {
    ...described(row),
    installed: choice?.installed ?? row.audience === 'everybody',
    granted: isGrantComplete ? listPermissions(row) : null,
  }
}

/** A row as an administrator sees it. */
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
