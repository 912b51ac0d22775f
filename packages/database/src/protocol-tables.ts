import type { Generated } from 'kysely'
import type { CreatedAt, Id, Json, JsonObject, OptionalTime, Sha256, Time } from './columns.js'

/** A program that calls the protocol for an account. */
export interface ApplicationTable {
  id: Id
  /** By which it calls itself; public. */
  client_id: string
  owner_id: Id
  name: string
  /** SHA-256 of the secret, which has 256 random bits. */
  secret_hash: string
  /** One higher with every new secret; tokens of an earlier one are void. */
  secret_version: Generated<number>
  scopes: Json<readonly string[]>
  created_at: CreatedAt
  secret_made_at: CreatedAt
  last_used_at: OptionalTime
  revoked_at: OptionalTime
}

/** A key pair that signs tokens of applications. */
export interface SigningKeyTable {
  kid: string
  /** As a JSON Web Key. */
  public_key: Json<JsonObject>
  /** Encrypted with a key of the deployment, which is not in the database. */
  sealed_private_key: string
  created_at: CreatedAt
}

/** Objects of an application that are kept equally long. */
export interface StorageBucketTable {
  id: Id
  application_id: Id
  bucket_key: string
  policy: 'transient' | 'temporary' | 'persistent'
  region: string
  created_at: CreatedAt
}

/** A file that an application stored; its bytes are a blob like any other. */
export interface StorageObjectTable {
  id: Id
  bucket_id: Id
  object_key: string
  blob_sha256: Sha256
  size_bytes: number
  sha1: string
  content_type: string
  metadata: string | null
  created_at: Time
  modified_at: Time
  last_accessed_at: Time
  /** By the bucket's policy; null for ever. */
  expires_at: OptionalTime
}

/** An upload in parts that is under way, or was completed a little while ago. */
export interface ObjectUploadTable {
  upload_key: string
  bucket_id: Id
  object_key: string
  expires_at: Time
  completed_at: OptionalTime
}

/** A part of an upload that has arrived, as a blob of its own. */
export interface ObjectUploadPartTable {
  upload_key: string
  number: number
  blob_sha256: Sha256
  size_bytes: number
  sha1: string
}

/** An address by which anybody may read or write one object. */
export interface SignedResourceTable {
  /** SHA-256 of what stands in the address. */
  hash: string
  bucket_id: Id
  object_key: string
  access: 'read' | 'write' | 'readwrite'
  single_use: boolean
  expires_at: Time
  used_at: OptionalTime
}
