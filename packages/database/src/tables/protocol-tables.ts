import type { Generated } from 'kysely'
import type { CreatedAt, Id, Json, JsonObject, OptionalTime, Sha256, Time } from './columns.js'

/** Client application that uses the APS protocol on behalf of an account. */
export interface ApplicationTable {
  id: Id
  /** Public id of the client. */
  client_id: string
  owner_id: Id
  name: string
  /** SHA-256 of the secret, which has 256 random bits. */
  secret_hash: string
  /** Incremented with every new secret; tokens of an earlier one are invalid. */
  secret_version: Generated<number>
  scopes: Json<readonly string[]>
  created_at: CreatedAt
  secret_made_at: CreatedAt
  last_used_at: OptionalTime
  revoked_at: OptionalTime
}

/** Key pair that signs tokens of applications. */
export interface SigningKeyTable {
  kid: string
  /** JSON Web Key. */
  public_key: Json<JsonObject>
  /** Encrypted with a key of the deployment, which is not in the database. */
  sealed_private_key: string
  created_at: CreatedAt
}

/** Bucket: objects of an application with the same retention. */
export interface StorageBucketTable {
  id: Id
  application_id: Id
  bucket_key: string
  policy: 'transient' | 'temporary' | 'persistent'
  region: string
  created_at: CreatedAt
}

/** File stored by an application; its bytes are an ordinary blob. */
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
  /** Set by the bucket's policy; null for unlimited. */
  expires_at: OptionalTime
}

/** Multipart upload that is in progress or was completed recently. */
export interface ObjectUploadTable {
  upload_key: string
  bucket_id: Id
  object_key: string
  expires_at: Time
  completed_at: OptionalTime
}

/** Received part of an upload, as a blob of its own. */
export interface ObjectUploadPartTable {
  upload_key: string
  number: number
  blob_sha256: Sha256
  size_bytes: number
  sha1: string
}

/** Signed address through which its holder may read or write one object. */
export interface SignedResourceTable {
  /** SHA-256 of the secret in the address. */
  hash: string
  bucket_id: Id
  object_key: string
  access: 'read' | 'write' | 'readwrite'
  single_use: boolean
  expires_at: Time
  used_at: OptionalTime
}
