import type { SelectableExport } from '@kamar/core'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, DefaultedJson, Id, JsonObject, OptionalJson, OptionalTime } from './columns.js'
import type { SliceTables } from './slice-tables.js'

/** File that a design refers to: another object of the same application. */
export interface DesignReference {
  readonly urn: string
  /** Name by which the design refers to it. */
  readonly name: string
}

/** Output of selected objects. */
export interface DesignSelection {
  readonly output: SelectableExport
  /** Identical for the same objects. */
  readonly key: string
  /** From 1, ascending. */
  readonly objectIds: readonly number[]
}

/** Translation state of a design; `new` before any request. */
export type DesignState = 'new' | 'inprogress' | 'success' | 'failed' | 'timeout'

/** Object of an application that is or will be translated. */
export interface DerivativeDesignTable {
  id: Id
  application_id: Id
  /** URN of the object, base64url. */
  urn: string
  /** File name, for manifests. */
  name: string
  region: string
  /** Requested output types, in order of request. */
  outputs: DefaultedJson<readonly string[]>
  /** Requested outputs of selected objects, in order of request. */
  selections: DefaultedJson<readonly DesignSelection[]>
  design_references: DefaultedJson<readonly DesignReference[]>
  /** Name by which the client identifies its events. */
  workflow: ColumnType<string | null, string | null | undefined, string | null>
  workflow_attribute: OptionalJson<JsonObject>
  translation_id: ColumnType<Id | null, Id | null | undefined, Id | null>
  state: Generated<DesignState>
  /** Progress last sent to webhooks. */
  notified_percent: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** Webhook subscription to an event. */
export interface WebhookTable {
  id: Id
  application_id: Id
  event: string
  callback_url: string
  /** Scope: only jobs with this name; `*` for all. */
  workflow: string
  region: string
  attribute: OptionalJson<JsonObject>
  filter: string | null
  tenant: string | null
  /** Encrypted with a key of the deployment, which is not in the database; null: the application's token applies. */
  sealed_token: string | null
  payload_only: Generated<boolean>
  auto_reactivate: Generated<boolean>
  status: Generated<'active' | 'inactive' | 'reactivated'>
  expires_at: OptionalTime
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** Secret that signs the webhook events of an application. */
export interface WebhookTokenTable {
  application_id: Id
  sealed_token: string
  created_at: CreatedAt
}

/** Webhook event queued for delivery; delivered at least once, also after a crash. */
export interface WebhookDeliveryTable {
  id: Id
  webhook_id: Id
  /** JSON exactly as it is sent and signed. */
  body: string
  state: Generated<'queued' | 'delivered' | 'failed'>
  attempts: Generated<number>
  run_after: CreatedAt
  lease_until: OptionalTime
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  finished_at: OptionalTime
}

/** Tables of slices and of translations through the APS protocol. */
export interface DerivativeTables extends SliceTables {
  derivative_design: DerivativeDesignTable
  webhook: WebhookTable
  webhook_token: WebhookTokenTable
  webhook_delivery: WebhookDeliveryTable
}
