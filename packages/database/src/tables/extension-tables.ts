import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Id, Json, OptionalJson } from './columns.js'

/** Third-party viewer extension, as it was when fetched. */
export interface ViewerExtensionTable {
  id: Id
  /** Id from its manifest; unique. */
  identifier: string
  name: string
  version: string
  publisher: string
  description: Generated<string>
  permissions: Json<readonly string[]>
  manifest_url: string
  /** `sha384-…` of the code. */
  integrity: string
  /** Source of the module: browsers load it from here, never from its origin. */
  code: string
  enabled: Generated<boolean>
  audience: 'everybody' | 'on-demand'
  added_by: ColumnType<Id | null, Id | null, Id | null>
  created_at: CreatedAt
  fetched_at: CreatedAt
}

/** A user's decision about an extension. */
export interface ExtensionInstallationTable {
  account_id: Id
  extension_id: Id
  installed: boolean
  /** Permissions the user granted; null: not requested yet, or revoked. */
  granted: OptionalJson<readonly string[]>
  changed_at: CreatedAt
}

/** Tables of the viewer's extensions. */
export interface ExtensionTables {
  viewer_extension: ViewerExtensionTable
  extension_installation: ExtensionInstallationTable
}
