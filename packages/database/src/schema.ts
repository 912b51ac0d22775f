import type { Language, MailState, MailTemplate, TranslationFailure } from '@kamar/contracts'
import type { ColumnType, Generated } from 'kysely'
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

/** A person. `email` is stored in lower case; it is unique without regard to case. */
export interface AccountTable {
  id: Id
  email: string
  /** Administrators may sign in by it; unique without regard to case. */
  username: string | null
  name: string
  position: Generated<string>
  /** argon2id; null while the account only signs in through an identity provider. */
  password_hash: string | null
  role: Generated<'user' | 'admin'>
  status: Generated<'pending' | 'approved' | 'rejected'>
  locale: Generated<Language>
  preferences: DefaultedJson<JsonObject>
  quota_bytes: number
  /** Sum of the sizes of the versions of the account's projects that are not purged; kept by the transaction that writes them. */
  used_bytes: Generated<number>
  avatar_blob: Sha256 | null
  first_name: Generated<string>
  last_name: Generated<string>
  phone: Generated<string>
  /** Null until the profile was saved once: sign-up asks for one name, which is a company's as often as a person's. */
  company: ColumnType<string | null, string | null | undefined, string | null>
  location: Generated<string>
  bio: Generated<string>
  must_change_password: Generated<boolean>
  /** When somebody proved to receive mail at `email`; null while nobody has. */
  email_verified_at: OptionalTime
  /** `email` as it was when an administrator approved the account last; null while nobody has. */
  approved_email: ColumnType<string | null, string | null | undefined, string | null>
  /** Why an administrator rejected the account, as its owner reads it; null for no reason, and while it is not rejected. */
  rejection_reason: ColumnType<string | null, string | null | undefined, string | null>
  /** Registered where mail is sent: no sign-in before the address is verified. */
  must_verify_email: Generated<boolean>
  /** Takes the place of `email` when it is confirmed; null while none waits. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** An account at an identity provider. */
export interface IdentityTable {
  provider: string
  subject: string
  account_id: Id
  created_at: CreatedAt
}

/** One refresh token. Rotation adds a row to the same family; a token presented again after `rotated_at` revokes the family. */
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

/** A time-based one-time password (RFC 6238) of an account. */
export interface SecondFactorTable {
  account_id: Id
  /** Encrypted with a key of the deployment, which is not in the database. */
  sealed_secret: string
  /** Time step of the last code that was taken; no code of this step or an earlier one is taken again. */
  last_step: Generated<number>
  /** Null while it is being set up. */
  confirmed_at: OptionalTime
  created_at: CreatedAt
}

/** A code that replaces the second factor once. */
export interface RecoveryCodeTable {
  id: Id
  account_id: Id
  /** argon2id. */
  code_hash: string
  used_at: OptionalTime
}

/** What a mailed link may do, once. */
export interface OneTimeLinkTable {
  /** SHA-256 of the link's secret, never the secret. */
  code_hash: string
  purpose: 'verify-email' | 'reset-password' | 'invitation' | 'change-email'
  account_id: Id
  /** Digest of the state it was made for; when that changes the link is void. */
  binding: string
  expires_at: Time
  used_at: OptionalTime
  created_at: CreatedAt
}

/** A token that is not taken (again): one of an identity provider that was used, one of an application that was revoked. */
export interface SpentTokenTable {
  token_hash: string
  expires_at: Time
}

/** A mail to be written and sent; at least once, also after a crash. */
export interface OutboxMailTable {
  id: Id
  template: MailTemplate
  recipient: string
  /** Null for mails asked for by address alone, until they are written. */
  account_id: Id | null
  data: DefaultedJson<JsonObject>
  /** A second mail with the same key is not made. */
  once_key: string | null
  state: Generated<MailState>
  /** These three are null until the mail is written; the bodies again when they are removed. */
  subject: string | null
  body_text: string | null
  body_html: string | null
  attempts: Generated<number>
  run_after: CreatedAt
  lease_until: OptionalTime
  problem: string | null
  created_at: CreatedAt
  sent_at: OptionalTime
}

/** The unit of sharing; every account gets a personal one. */
export interface ProjectTable {
  id: Id
  name: string
  owner_id: Id
  personal: Generated<boolean>
  /** Whether its owner lets its files be sent to Autodesk's cloud. */
  files_may_leave: Generated<boolean>
  created_at: CreatedAt
}

/** What a member of a project may do. */
export type MembershipRole = 'owner' | 'editor' | 'commenter' | 'viewer'

/** What an account may do in a project. */
export interface MembershipTable {
  project_id: Id
  account_id: Id
  role: MembershipRole
  created_at: CreatedAt
}

/** What `auth/my-urns` lists; in the bin while `deleted_at` is set. */
export interface FileTable {
  id: Id
  project_id: Id
  /** The displayed name. */
  description: string
  /** Both from `fileNameKeys(description)`. */
  search_name: string
  sort_name: string
  current_version_id: Id | null
  created_at: CreatedAt
  updated_at: CreatedAt
  deleted_at: OptionalTime
}

/** Immutable once written, but for the translation it points at. */
export interface FileVersionTable {
  id: Id
  file_id: Id
  number: number
  urn: string
  blob_sha256: Sha256
  size_bytes: number
  /** Lower case, with the dot. */
  extension: string
  /** Format id recognised by content; null when none of ours recognised it. */
  detected_format: string | null
  /** The translation that shows this version; shared with every version of the same content. */
  translation_id: Id | null
  /** Null once the account is deleted. */
  uploaded_by: Id | null
  /** Identity of the upload that made it, so that a repeated completion finds the first one. */
  upload_id: string | null
  note: Generated<string>
  created_at: CreatedAt
}

/** Content on disk or S3, shared by any number of versions. */
export interface BlobTable {
  sha256: Sha256
  size_bytes: number
  stored_at: CreatedAt
}

/** A file that belongs to a model (`.mtl`, texture), attached to one version. */
export interface CompanionTable {
  file_version_id: Id
  /** Last path segment, as uploaded; unique per version without regard to case. */
  name: string
  blob_sha256: Sha256
  size_bytes: number
  /** Number of the version it was taken over from; null when it was attached to this one. */
  carried_from: ColumnType<number | null, number | null | undefined, never>
  created_at: CreatedAt
}

/** A translation that a version shows or has shown. While it is listed, its package is kept. */
export interface VersionResultTable {
  file_version_id: Id
  /** 1 is the first of the version. */
  number: number
  translation_id: Id
  /** When it was last asked for. */
  asked_at: CreatedAt
}

/** States of a translation; the moves between them are in packages/translation. */
export type TranslationState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** A companion as a translation uses it. */
export interface TranslationCompanion {
  readonly name: string
  readonly sha256: Sha256
}

/** One per content, format, writer version and options; not per person. Written only by packages/translation. */
export interface TranslationTable {
  id: Id
  blob_sha256: Sha256
  writer_version: string
  options: Json<JsonObject>
  /** SHA-256 over format, companions and options. */
  options_hash: string
  format_id: string
  /** Name of the first file asked for, for the manifest. */
  file_name: string
  source_bytes: number
  companions: DefaultedJson<readonly TranslationCompanion[]>
  /** Who asked first; queues are served in turn by it. */
  account_id: Id | null
  state: Generated<TranslationState>
  /** 0 to 100. */
  progress: Generated<number>
  /** Message key `stage.<stage>`. */
  stage: string | null
  attempts: Generated<number>
  maximum_attempts: Generated<number>
  /** Compute left before it is given up, milliseconds of a reader's life. */
  budget_left_milliseconds: number
  run_after: CreatedAt
  lease_worker: string | null
  /** Fencing token: one higher with every claim; a write with an older one changes nothing. */
  lease_token: Generated<number>
  lease_until: OptionalTime
  cancel_requested: Generated<boolean>
  /** Reader that read it, a format id. */
  reader: string | null
  report: OptionalJson<JsonObject>
  failure: OptionalJson<TranslationFailure>
  /** The live manifest: in progress while running, complete when succeeded. */
  manifest: OptionalJson<JsonObject>
  /** One higher with every manifest written. */
  manifest_revision: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  started_at: OptionalTime
  finished_at: OptionalTime
}

/** A file of a view package, or a cached export. */
export interface DerivativeTable {
  translation_id: Id
  path: string
  /** As stored. */
  size_bytes: number
  /** Of the stored bytes. */
  sha256: Sha256
  encoding: 'br' | 'identity'
  /** Written while the reader still ran; gone when the package is complete. */
  provisional: Generated<boolean>
  created_at: CreatedAt
}

/** A deployment setting. */
export interface SettingTable {
  key: string
  value: Json<unknown>
  updated_at: CreatedAt
}

/** A wish of somebody that an administrator decides. */
export interface ServiceRequestTable {
  id: Id
  kind: 'upgrade' | 'contact'
  /** Null for people who are not signed in. */
  account_id: Id | null
  name: string
  email: string
  message: Generated<string>
  state: Generated<'open' | 'granted' | 'declined'>
  created_at: CreatedAt
  decided_at: OptionalTime
  decided_by: ColumnType<Id | null, Id | null | undefined, Id | null>
}

/** Append-only; written by `appendAuditEvent`. */
export interface AuditEventTable {
  sequence: number
  time: Time
  /** Account id, or null for the system and for people who are not signed in. */
  actor: string | null
  action: string
  subject: string
  details: ColumnType<JsonObject, string, never>
  previous_hash: string
  hash: string
}

/** Where the audit log ends, one row; kept by a trigger. */
export interface AuditHeadTable {
  only_one: Generated<boolean>
  /** 0 while there is no event. */
  sequence: number
  /** Empty while there is no event. */
  hash: string
}

/** As rate-limiter-flexible's RateLimiterPostgres wants it (`tableName: 'rate_limit'`, `tableCreated: true`). */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970. */
  expire: number | null
}

/** Every table, for `Kysely<Database>`. */
export interface Database
  extends CollaborationTables, DerivativeTables, ExtensionTables, FontTables, ModelSetTables, UploadTables {
  account: AccountTable
  identity: IdentityTable
  refresh_session: RefreshSessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  one_time_link: OneTimeLinkTable
  spent_token: SpentTokenTable
  outbox_mail: OutboxMailTable
  project: ProjectTable
  membership: MembershipTable
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
  audit_event: AuditEventTable
  audit_head: AuditHeadTable
  rate_limit: RateLimitTable
}
