import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, DefaultedJson, Id, JsonObject, OptionalJson, OptionalTime } from './columns.js'

/** A file that a design refers to: another object of the same application. */
export interface DesignReference {
  readonly urn: string
  /** Under which the design asks for it. */
  readonly name: string
}

/** An output that is made of chosen objects. */
export interface DesignSelection {
  readonly output: 'obj' | 'stl'
  /** The same for the same objects. */
  readonly key: string
  /** From 1, ascending. */
  readonly objectIds: readonly number[]
}

/** How far the outputs of a design are; `new` before anything was asked for. */
export type DesignState = 'new' | 'inprogress' | 'success' | 'failed' | 'timeout'

/** An object of an application that is translated, or will be. */
export interface DerivativeDesignTable {
  id: Id
  application_id: Id
  /** Of the object, base64url. */
  urn: string
  /** File name, for manifests. */
  name: string
  region: string
  /** Types asked for, in the order in which they were. */
  outputs: DefaultedJson<readonly string[]>
  /** Outputs of chosen objects, in the order in which they were asked for. */
  selections: DefaultedJson<readonly DesignSelection[]>
  design_references: DefaultedJson<readonly DesignReference[]>
  /** Name by which the client finds its events. */
  workflow: ColumnType<string | null, string | null | undefined, string | null>
  workflow_attribute: OptionalJson<JsonObject>
  translation_id: ColumnType<Id | null, Id | null | undefined, Id | null>
  state: Generated<DesignState>
  /** The progress that was last told to webhooks. */
  told_percent: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** Somebody who wants to be told of an event. */
export interface WebhookTable {
  id: Id
  application_id: Id
  event: string
  callback_url: string
  /** Scope: only jobs of this name; `*` for all. */
  workflow: string
  region: string
  attribute: OptionalJson<JsonObject>
  filter: string | null
  tenant: string | null
  /** Encrypted with a key of the deployment, which is not in the database; null: that of the application. */
  sealed_token: string | null
  payload_only: Generated<boolean>
  auto_reactivate: Generated<boolean>
  status: Generated<'active' | 'inactive' | 'reactivated'>
  expires_at: OptionalTime
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** The secret with which the events of an application are signed. */
export interface WebhookTokenTable {
  application_id: Id
  sealed_token: string
  created_at: CreatedAt
}

/** An event on its way to somebody; at least once, also after a crash. */
export interface WebhookDeliveryTable {
  id: Id
  webhook_id: Id
  /** JSON as it is sent and signed. */
  body: string
  state: Generated<'queued' | 'delivered' | 'failed'>
  attempts: Generated<number>
  run_after: CreatedAt
  lease_until: OptionalTime
  problem: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  finished_at: OptionalTime
}

/** The tables of translations through the protocol. */
export interface DerivativeTables {
  derivative_design: DerivativeDesignTable
  webhook: WebhookTable
  webhook_token: WebhookTokenTable
  webhook_delivery: WebhookDeliveryTable
}
