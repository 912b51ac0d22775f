import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Id, Json, OptionalJson } from './columns.js'

/** An extension of others for the viewer, as it was when it was fetched. */
export interface ViewerExtensionTable {
  id: Id
  /** Of its manifest; unique. */
  identifier: string
  name: string
  version: string
  publisher: string
  description: Generated<string>
  permissions: Json<readonly string[]>
  manifest_url: string
  /** `sha384-…` of the code. */
  integrity: string
  /** The module itself: browsers get it from here, never from where it came from. */
  code: string
  enabled: Generated<boolean>
  audience: 'everybody' | 'on-demand'
  added_by: ColumnType<Id | null, Id | null, Id | null>
  created_at: CreatedAt
  fetched_at: CreatedAt
}

/** What a person decided about an extension. */
export interface ExtensionInstallationTable {
  account_id: Id
  extension_id: Id
  installed: boolean
  /** Permissions that the person granted; null: not asked yet, or taken back. */
  granted: OptionalJson<readonly string[]>
  changed_at: CreatedAt
}

/** Tables of the viewer's extensions. */
export interface ExtensionTables {
  viewer_extension: ViewerExtensionTable
  extension_installation: ExtensionInstallationTable
}
