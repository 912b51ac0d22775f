import type { Generated } from 'kysely'
import type { CreatedAt, Id, Json, JsonObject, OptionalJson, OptionalTime, Sha256, Time } from './columns.js'
import type { AccessRole, MembershipRole } from './project-tables.js'
import type { SavedFilterTables } from './saved-filter-tables.js'

/** Invitation to a project, for a user who becomes a member once they have an account with this address. */
export interface ProjectInvitationTable {
  id: Id
  project_id: Id
  /** Lower case. */
  email: string
  /** `folder`: to the folders of `folder_invitation` only. */
  role: MembershipRole
  /** SHA-256 of the code in the email; null until the email is composed. */
  code_hash: string | null
  invited_by: Id | null
  created_at: CreatedAt
  expires_at: Time
}

/** Role in a folder with rules of its own, for whoever accepts the invitation. */
export interface FolderInvitationTable {
  invitation_id: Id
  folder_id: Id
  role: AccessRole
}

/** Secret link to a file, for users without an account. */
export interface ShareLinkTable {
  id: Id
  /** Version that it shows; the first one if it follows the latest. */
  file_version_id: Id
  follows_latest: Generated<boolean>
  /** View that it opens. */
  viewpoint_id: Id | null
  /** The file's project when the link was created. */
  project_id: Id
  name: Generated<string>
  /** SHA-256 of the secret, never the secret: 256 random bits need no slow hash. */
  secret_hash: string
  /** argon2id. */
  password_hash: string | null
  may_download: boolean
  expires_at: OptionalTime
  created_by: Id | null
  created_at: CreatedAt
  opened_count: Generated<number>
  last_opened_at: OptionalTime
}

/**
 * BCF topic of a file. User names are stored next to their ids: imported users have no account, deleted ones no longer.
 */
export interface TopicTable {
  id: Id
  file_id: Id
  guid: string
  /** Sequential number within the file. */
  number: number
  revision: Generated<number>
  title: string
  description: Generated<string>
  /** Title and description, folded for search. */
  search_text: string
  type: Generated<string>
  status: Generated<string>
  is_closed: Generated<boolean>
  priority: Generated<string>
  stage: Generated<string>
  labels: Generated<string[]>
  assignee_id: Id | null
  assignee_name: Generated<string>
  /** `YYYY-MM-DD`. */
  due_date: string | null
  anchor: OptionalJson<JsonObject>
  file_version_id: Id | null
  author_id: Id | null
  author_name: string
  created_at: CreatedAt
  changed_by_id: Id | null
  changed_by_name: string
  changed_at: CreatedAt
  /** Archive the topic was imported from. */
  bcf_archive_blob: Generated<Sha256 | null>
  /** GUIDs of comments and viewpoints of that archive that were not imported. */
  bcf_omitted: Generated<string[]>
}

/** Photo or file of a topic. Its bytes are charged to the owner of the project. */
export interface TopicAttachmentTable {
  id: Id
  topic_id: Id
  /** Comment it was sent with. */
  comment_id: Id | null
  guid: string
  name: string
  content_type: string
  blob_sha256: Sha256
  size_bytes: number
  /** WebP; null for a file that is not a readable image. */
  preview_blob: Sha256 | null
  thumbnail_blob: Sha256 | null
  width: number | null
  height: number | null
  author_id: Id | null
  author_name: string
  created_at: CreatedAt
}

/** Viewpoint of a file; a saved view when it has no topic. */
export interface ViewpointTable {
  id: Id
  file_id: Id
  topic_id: Id | null
  guid: string
  name: Generated<string>
  /** False for views that only links open. */
  is_listed: Generated<boolean>
  revision: Generated<number>
  /** Camera, clipping planes, visibility, selection, colours. */
  state: Json<JsonObject>
  file_version_id: Id | null
  snapshot_blob: Sha256 | null
  thumbnail_blob: Sha256 | null
  /** Whether the snapshot is the one of the imported archive. */
  bcf_snapshot: Generated<boolean>
  author_id: Id | null
  author_name: string
  created_at: CreatedAt
}

/** Markup of a viewpoint. */
export interface MarkupTable {
  viewpoint_id: Id
  shapes: Json<readonly JsonObject[]>
  pins: Json<readonly JsonObject[]>
}

/** Comment on a topic. */
export interface CommentTable {
  id: Id
  topic_id: Id
  guid: string
  revision: Generated<number>
  text: string
  search_text: string
  /** Members mentioned in it. */
  mentions: Generated<string[]>
  viewpoint_id: Id | null
  reply_to_id: Id | null
  author_id: Id | null
  author_name: string
  created_at: CreatedAt
  edited_at: OptionalTime
}

/** Notification of an account about an event. */
export interface NotificationTable {
  id: Id
  account_id: Id
  kind: 'mentioned' | 'assigned' | 'commented' | 'status-changed' | 'shared'
  actor_id: Id | null
  actor_name: string
  project_id: Id
  file_id: Id | null
  topic_id: Id | null
  comment_id: Id | null
  excerpt: Generated<string>
  created_at: CreatedAt
  read_at: OptionalTime
}

/** What an account drew and measured on a file and did not save. */
export interface DraftTable {
  account_id: Id
  file_id: Id
  views: Json<readonly JsonObject[]>
  changed_at: Time
}

/** Tables for collaboration. */
export interface CollaborationTables extends SavedFilterTables {
  project_invitation: ProjectInvitationTable
  folder_invitation: FolderInvitationTable
  share_link: ShareLinkTable
  topic: TopicTable
  topic_attachment: TopicAttachmentTable
  viewpoint: ViewpointTable
  markup: MarkupTable
  comment: CommentTable
  draft: DraftTable
  notification: NotificationTable
}
