import type { Language, MailState, MailTemplate } from '@kamar/contracts'
import type { TranslationFailure } from '@kamar/core'
import type { ColumnType, Generated } from 'kysely'
import type { AuditTables } from './audit-tables.js'
import type { CollaborationTables } from './collaboration-schema.js'
import type {
  CreatedAt,
  DefaultedJson,
  Id,
  Json,
  JsonObject,
  OptionalJson,
  OptionalTime,
  Sha256,
  Time,
} from './columns.js'
import type { DerivativeTables } from './derivative-tables.js'
import type { ExtensionTables } from './extension-tables.js'
import type { FontTables } from './font-tables.js'
import type { ModelSetTables } from './model-set-tables.js'
import type { OperationTables } from './operation-tables.js'
import type { ProjectTables } from './project-tables.js'
import type { SearchTables } from './search-tables.js'
import type { UploadTables } from './upload-tables.js'
import type {
  ApplicationTable,
  ObjectUploadPartTable,
  ObjectUploadTable,
  SignedResourceTable,
  SigningKeyTable,
  StorageBucketTable,
  StorageObjectTable,
} from './protocol-tables.js'

/** User account. `email` is stored in lower case; it is unique ignoring case. */
export interface AccountTable {
  id: Id
  /** `company`: pays for projects; nobody signs in to it, and it is a member of none. */
  kind: Generated<'person' | 'company'>
  email: string
  /** Administrators may sign in with it; unique ignoring case. */
  username: string | null
  name: string
  position: Generated<string>
  /** argon2id; null while the account signs in through an identity provider only. */
  password_hash: string | null
  role: Generated<'user' | 'admin'>
  status: Generated<'pending' | 'approved' | 'rejected'>
  locale: Generated<Language>
  preferences: DefaultedJson<JsonObject>
  quota_bytes: number
  /** Maximum size of an uploaded file; null for the limit of the deployment. */
  upload_limit_bytes: ColumnType<number | null, number | null | undefined, number | null>
  /** Total size of all unpurged versions in the account's projects; updated by the transaction that writes them. */
  used_bytes: Generated<number>
  avatar_blob: Sha256 | null
  first_name: Generated<string>
  last_name: Generated<string>
  phone: Generated<string>
  /** Null until the profile is first saved: sign-up asks for one name, which may be a company's or a person's. */
  company: ColumnType<string | null, string | null | undefined, string | null>
  location: Generated<string>
  bio: Generated<string>
  must_change_password: Generated<boolean>
  /** When the user proved that they receive mail at `email`; null when unverified. */
  email_verified_at: OptionalTime
  /** Value of `email` when an administrator last approved the account; null when never approved. */
  approved_email: ColumnType<string | null, string | null | undefined, string | null>
  /** Reason for the rejection as shown to the owner; null for none, and while the account is not rejected. */
  rejection_reason: ColumnType<string | null, string | null | undefined, string | null>
  /** Registered where mail is sent: sign-in requires a verified address. */
  must_verify_email: Generated<boolean>
  /** Replaces `email` once confirmed; null when none is pending. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** Account at an identity provider. */
export interface IdentityTable {
  provider: string
  subject: string
  account_id: Id
  created_at: CreatedAt
}

/** Refresh token. Rotation adds a row to its family; a token presented after `rotated_at` revokes the family. */
export interface RefreshSessionTable {
  id: Id
  family_id: Id
  account_id: Id
  /** SHA-256 of the token, never the token. */
  token_hash: string
  remember: Generated<boolean>
  user_agent: Generated<string>
  created_at: CreatedAt
  last_seen_at: CreatedAt
  expires_at: Time
  rotated_at: OptionalTime
  revoked_at: OptionalTime
}

/** Time-based one-time password (RFC 6238) of an account. */
export interface SecondFactorTable {
  account_id: Id
  /** Encrypted with a key of the deployment, which is not in the database. */
  sealed_secret: string
  /** Time step of the last accepted code; codes of this step or an earlier one are rejected. */
  last_step: Generated<number>
  /** Null during set-up. */
  confirmed_at: OptionalTime
  created_at: CreatedAt
}

/** Code that replaces the second factor once. */
export interface RecoveryCodeTable {
  id: Id
  account_id: Id
  /** argon2id. */
  code_hash: string
  used_at: OptionalTime
}

/** Single-use link sent by email. */
export interface OneTimeLinkTable {
  /** SHA-256 of the link's secret, never the secret. */
  code_hash: string
  purpose: 'verify-email' | 'reset-password' | 'invitation' | 'change-email'
  account_id: Id
  /** Digest of the state it was created for; when that changes, the link is invalid. */
  binding: string
  expires_at: Time
  used_at: OptionalTime
  created_at: CreatedAt
}

/**
 * Token that is no longer accepted: one of an identity provider that was used, or one of an application that was
 * revoked.
 */
export interface RevokedTokenTable {
  token_hash: string
  expires_at: Time
}

/** Email to compose and send; at least once, also after a crash. */
export interface OutboxMailTable {
  id: Id
  template: MailTemplate
  recipient: string
  /** Null for emails requested by address alone, until they are composed. */
  account_id: Id | null
  data: DefaultedJson<JsonObject>
  /** Idempotency key: a second email with the same key is not created. */
  idempotency_key: string | null
  state: Generated<MailState>
  /** These three are null until the email is composed; the bodies again once they are removed. */
  subject: string | null
  body_text: string | null
  body_html: string | null
  attempts: Generated<number>
  run_after: CreatedAt
  lease_until: OptionalTime
  last_error: string | null
  created_at: CreatedAt
  sent_at: OptionalTime
}

/** File as listed by `auth/my-urns`; in the bin while `deleted_at` is set. */
export interface FileTable {
  id: Id
  project_id: Id
  /** Displayed name. */
  description: string
  /** Both from `fileNameKeys(description)`. */
  search_name: string
  sort_name: string
  /** The project's root when omitted. */
  folder_id: Generated<Id>
  /** That of the folder, by a trigger. */
  area_id: ColumnType<Id, undefined, never>
  /** Whether no other file of the folder may have this name; the top of personal projects allows it. */
  name_is_unique: Generated<boolean>
  current_version_id: Id | null
  created_at: CreatedAt
  updated_at: CreatedAt
  deleted_at: OptionalTime
  /** Deletion of a folder that moved it to the bin; null when it was deleted itself. */
  deletion_id: ColumnType<Id | null, Id | null | undefined, Id | null>
}

/** Immutable once written, except for the reference to its translation. */
export interface FileVersionTable {
  id: Id
  file_id: Id
  number: number
  urn: string
  blob_sha256: Sha256
  size_bytes: number
  /** Lower case, with the dot. */
  extension: string
  /** Format id detected from the content; null when no format matched. */
  detected_format: string | null
  /** Translation that this version shows; shared with every version of the same content. */
  translation_id: Id | null
  /** Null once the account is deleted. */
  uploaded_by: Id | null
  /** Id of the upload that created it, so that a repeated completion finds the first result. */
  upload_id: string | null
  note: Generated<string>
  /** Time of the last change on the uploader's device; null when unknown. */
  modified_at: ColumnType<Date | null, Date | string | null | undefined, never>
  created_at: CreatedAt
}

/** Content on disk or S3, shared by any number of versions. */
export interface BlobTable {
  sha256: Sha256
  size_bytes: number
  stored_at: CreatedAt
}

/** Companion file of a model (`.mtl`, texture), attached to one version. */
export interface CompanionTable {
  file_version_id: Id
  /** Last path segment, as uploaded; unique per version ignoring case. */
  name: string
  blob_sha256: Sha256
  size_bytes: number
  /** Number of the version it was inherited from; null when it was attached to this one. */
  inherited_from: ColumnType<number | null, number | null | undefined, never>
  created_at: CreatedAt
}

/** Translation that a version shows or has shown. While it is listed, its package is retained. */
export interface VersionResultTable {
  file_version_id: Id
  /** 1 is the first result of the version. */
  number: number
  translation_id: Id
  /** When it was last requested. */
  requested_at: CreatedAt
}

/** States of a translation; packages/translation defines the transitions. */
export type TranslationState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Companion used by a translation. */
export interface TranslationCompanion {
  readonly name: string
  readonly sha256: Sha256
}

/** Translation, one per content, format, writer version and options. Written only by packages/translation. */
export interface TranslationTable {
  id: Id
  blob_sha256: Sha256
  writer_version: string
  options: Json<JsonObject>
  /** SHA-256 over format, companions and options. */
  options_hash: string
  format_id: string
  /** Name of the first requested file, for the manifest. */
  file_name: string
  source_bytes: number
  companions: DefaultedJson<readonly TranslationCompanion[]>
  /** First requester; queues are served in turn by it. */
  account_id: Id | null
  state: Generated<TranslationState>
  /** 0 to 100. */
  progress: Generated<number>
  /** Message key `stage.<stage>`. */
  stage: string | null
  attempts: Generated<number>
  maximum_attempts: Generated<number>
  /** Remaining compute budget in milliseconds of reader run time; at zero the translation is abandoned. */
  budget_left_milliseconds: number
  run_after: CreatedAt
  lease_worker: string | null
  /** Fencing token: incremented with every claim; a write with an older one changes nothing. */
  lease_token: Generated<number>
  lease_until: OptionalTime
  cancel_requested: Generated<boolean>
  /** Format id of the reader that read it. */
  reader: string | null
  report: OptionalJson<JsonObject>
  failure: OptionalJson<TranslationFailure>
  /** Live manifest: in progress while running, complete when succeeded. */
  manifest: OptionalJson<JsonObject>
  /** Incremented with every manifest written. */
  manifest_revision: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  started_at: OptionalTime
  finished_at: OptionalTime
}

/** File of a view package, or a cached export. */
export interface DerivativeTable {
  translation_id: Id
  path: string
  /** Stored size. */
  size_bytes: number
  /** Of the stored bytes. */
  sha256: Sha256
  encoding: 'br' | 'identity'
  /** Written while the reader was still running; removed when the package is complete. */
  provisional: Generated<boolean>
  created_at: CreatedAt
}

/** Deployment setting. */
export interface SettingTable {
  key: string
  value: Json<unknown>
  updated_at: CreatedAt
}

/** User's request for an administrator's decision. */
export interface ServiceRequestTable {
  id: Id
  kind: 'upgrade' | 'contact'
  /** Null for users who are not signed in. */
  account_id: Id | null
  name: string
  email: string
  message: Generated<string>
  state: Generated<'open' | 'granted' | 'declined'>
  created_at: CreatedAt
  decided_at: OptionalTime
  decided_by: ColumnType<Id | null, Id | null | undefined, Id | null>
}

/** Defined by rate-limiter-flexible's RateLimiterPostgres (`tableName: 'rate_limit'`, `tableCreated: true`). */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970. */
  expire: number | null
}

/** All tables, for `Kysely<Database>`. */
export interface Database
  extends
    AuditTables,
    CollaborationTables,
    DerivativeTables,
    ExtensionTables,
    FontTables,
    ModelSetTables,
    OperationTables,
    ProjectTables,
    SearchTables,
    UploadTables {
  account: AccountTable
  identity: IdentityTable
  refresh_session: RefreshSessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  one_time_link: OneTimeLinkTable
  revoked_token: RevokedTokenTable
  outbox_mail: OutboxMailTable
  file: FileTable
  file_version: FileVersionTable
  blob: BlobTable
  companion: CompanionTable
  version_result: VersionResultTable
  translation: TranslationTable
  derivative: DerivativeTable
  application: ApplicationTable
  signing_key: SigningKeyTable
  storage_bucket: StorageBucketTable
  storage_object: StorageObjectTable
  object_upload: ObjectUploadTable
  object_upload_part: ObjectUploadPartTable
  signed_resource: SignedResourceTable
  setting: SettingTable
  service_request: ServiceRequestTable
  rate_limit: RateLimitTable
}
