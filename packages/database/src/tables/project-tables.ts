import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { CreatedAt, Id, OptionalTime } from './columns.js'

/** Unit of sharing; every account has a personal project. */
export interface ProjectTable {
  id: Id
  name: string
  owner_id: Id
  personal: Generated<boolean>
  /** Whether its owner allows its files to be sent to Autodesk's cloud. */
  files_may_leave: Generated<boolean>
  /** Maximum of `used_bytes`, within the plan of the owner; null for none. */
  quota_bytes: ColumnType<number | null, number | null | undefined, number | null>
  /** Total size of the unpurged versions, companions and attachments of its files. */
  used_bytes: Generated<number>
  created_at: CreatedAt
}

/** An account's role in a project. */
export interface MembershipTable {
  project_id: Id
  account_id: Id
  role: MembershipRole
  created_at: CreatedAt
}

/** Folder of a project. The root has the id of the project, no parent and no name. */
export interface FolderTable {
  id: Id
  project_id: Id
  parent_id: Id | null
  name: string
  /** `foldForSearch(name)`; unique among the living folders of a parent. */
  search_name: string
  /** See `fileNameKeys`. */
  sort_name: string
  /** Ids of the folders above, the root first. */
  ancestors: Id[]
  /** Folder whose rules decide who sees this one: itself, if it has its own, else the closest above that has. */
  area_id: Id
  /** Incremented with every change of the folder itself. */
  revision: Generated<number>
  created_at: CreatedAt
  /** Null outside the bin. */
  deleted_at: OptionalTime
  /** Deletion that moved it to the bin: all its folders and files are restored together. */
  deletion_id: ColumnType<Id | null, Id | null | undefined, Id | null>
}

/** Group of accounts that projects and folders give a role. */
export interface AccountGroupTable {
  id: Id
  /** `organization`: a firm; a person may work for several. */
  kind: 'group' | 'organization'
  /** Unique in its kind, ignoring case. */
  name: string
  /** Short name of an organization in file names, upper case; empty without one. */
  code: Generated<string>
  /** Domains of the addresses of an organization, lower case. */
  domains: ColumnType<string[], string[] | undefined, string[]>
  created_at: CreatedAt
}

/** Member of a group. */
export interface GroupMemberTable {
  group_id: Id
  account_id: Id
}

/** Role of a group in a project. */
export interface ProjectGroupTable {
  project_id: Id
  group_id: Id
  role: MembershipRole
  created_at: CreatedAt
}

/** Role of a member or a group in a folder with rules of its own; exactly one of the two is not null. */
export interface FolderRuleTable {
  folder_id: Id
  project_id: Id
  account_id: Id | null
  group_id: Id | null
  role: AccessRole
}

/** Role of an account in an area, resolved from memberships, groups and rules. Written by triggers only. */
export interface AccessTable {
  area_id: Id
  account_id: Id
  role: AccessRole
}

/** File or folder that an account marked; exactly one of the two is not null. */
export interface StarTable {
  account_id: Id
  file_id: ColumnType<Id | null, Id | null | undefined, never>
  folder_id: ColumnType<Id | null, Id | null | undefined, never>
  created_at: CreatedAt
}

/** File that an account opened, one of the last hundred. */
export interface RecentFileTable {
  account_id: Id
  file_id: Id
  opened_at: ColumnType<Date, Date | RawBuilder<Date> | undefined, Date | RawBuilder<Date>>
}

/** Address of an archive that an account may download once. */
export interface DownloadTable {
  /** SHA-256 of the secret in the address, hexadecimal. */
  secret_hash: string
  account_id: Id
  /** All files of the archive. */
  file_ids: Id[]
  /** Selected folders, whose names the paths of the archive begin with. */
  folder_ids: Id[]
  expires_at: ColumnType<Date, Date | RawBuilder<Date>, never>
}

/** Role of a project member; `folder` members have only the folders whose rules name them. */
export type MembershipRole = 'owner' | 'editor' | 'commenter' | 'viewer' | 'folder'

/** Role that applies to files. */
export type AccessRole = Exclude<MembershipRole, 'folder'>

/** Tables of projects, their people and folders. */
export interface ProjectTables {
  project: ProjectTable
  membership: MembershipTable
  folder: FolderTable
  account_group: AccountGroupTable
  group_member: GroupMemberTable
  project_group: ProjectGroupTable
  folder_rule: FolderRuleTable
  access: AccessTable
  download: DownloadTable
  star: StarTable
  recent_file: RecentFileTable
}
