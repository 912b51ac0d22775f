import { z } from 'zod'
import { collaborationLimits } from '../collaboration-limits.js'

/**
 * Roles of project members, each including the rights of the next: `owner` deletes and shares, `editor` changes files,
 * `commenter` discusses, `viewer` views and downloads.
 */
export const projectRoles = ['owner', 'editor', 'commenter', 'viewer'] as const

/** One of `projectRoles`. */
export const ProjectRole = z.enum(projectRoles)
export type ProjectRole = z.infer<typeof ProjectRole>

/** Role in a project; `folder` members have roles only in folders with permissions of their own. */
export const MemberRole = z.enum([...projectRoles, 'folder'])
export type MemberRole = z.infer<typeof MemberRole>

/**
 * Reference to a user by name. `id` is null for users without an account here: deleted, or named in an imported file.
 */
export const UserReference = z.object({ id: z.string().nullable(), name: z.string() })
export type UserReference = z.infer<typeof UserReference>

/** Sharing state of a file as the caller sees it. */
export const FileSharing = z.object({
  projectId: z.string(),
  /** The file's folder; the top of a project has the id of the project. */
  folderId: z.string(),
  /** Name of the file's project; files of a personal project are visible to their owner only. */
  projectName: z.string(),
  personal: z.boolean(),
  /** The caller's role. */
  role: ProjectRole,
  /** Account that pays for the file. */
  owner: UserReference,
  /** True when the caller pays for the file; other members find it under "shared with me". */
  mine: z.boolean(),
  /** Number of users who can see the file besides its owner. */
  people: z.number().int(),
})
export type FileSharing = z.infer<typeof FileSharing>

/** Project that the account is a member of. */
export const ProjectRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** True for the default project of an account; it is never shared. */
  personal: z.boolean(),
  role: MemberRole,
  owner: UserReference,
  mine: z.boolean(),
  /** Those that the account sees, without the bin. */
  files: z.number().int(),
  members: z.number().int(),
  /** Maximum size of all its files, set by the account that pays for it; null for none. */
  quotaBytes: z.number().int().nullable(),
  usedBytes: z.number().int(),
  /** Whether its files may be sent to Autodesk's cloud; null when this deployment has no access to it. */
  filesMayLeave: z.boolean().nullable(),
})
export type ProjectRecord = z.infer<typeof ProjectRecord>

/** Numbers of a project, of the files that the caller sees. */
export const ProjectOverview = z.object({
  files: z.number().int(),
  /** Files whose translation is queued or running. */
  processing: z.number().int(),
  failed: z.number().int(),
  sheets: z.number().int(),
  openTopics: z.number().int(),
  /** Open ones assigned to the caller. */
  assignedTopics: z.number().int(),
  /** Open ones whose due date is past. */
  overdueTopics: z.number().int(),
  lastChange: z.iso.datetime().nullable(),
})
export type ProjectOverview = z.infer<typeof ProjectOverview>

/** Member of a project. */
export const ProjectMember = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty where only a group gives access. */
  email: z.string(),
  role: MemberRole,
  /** False where only a group gives access: role and removal are those of the group. */
  isMember: z.boolean(),
  /** Names of the organizations that the account belongs to. */
  organizations: z.array(z.string()),
  /** True for the member who pays for the project: this role can be neither changed nor removed. */
  isPayer: z.boolean(),
  isYou: z.boolean(),
  /** Null where only a group gives access. */
  since: z.iso.datetime().nullable(),
})
export type ProjectMember = z.infer<typeof ProjectMember>

/** Invited user without an account, or with an account whose address is not verified. */
export const ProjectInvitation = z.object({
  id: z.string(),
  email: z.string(),
  /** `folder`: to the named folders only. */
  role: MemberRole,
  folders: z.array(z.object({ id: z.string(), name: z.string(), role: ProjectRole })),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ProjectInvitation = z.infer<typeof ProjectInvitation>

/** Details shown on an invitation link before it is accepted. */
export const OpenedInvitation = ProjectInvitation.pick({
  email: true,
  role: true,
  folders: true,
  invitedBy: true,
  expiresAt: true,
}).extend({
  /** Project name. */
  project: z.string(),
})
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

/** User who may be mentioned in, or assigned to, topics of a file, with the role in the file's folder. */
export const MentionableUser = ProjectMember.pick({ id: true, name: true, isYou: true }).extend({ role: ProjectRole })
export type MentionableUser = z.infer<typeof MentionableUser>

/** Kind of a group: an organization is a firm, whose members work for it. */
export const GroupKind = z.enum(['group', 'organization'])
export type GroupKind = z.infer<typeof GroupKind>

/** Group that a project may give a role. */
export const GroupReference = z.object({
  id: z.string(),
  kind: GroupKind,
  name: z.string(),
  /** Number of its members. */
  members: z.number().int(),
})
export type GroupReference = z.infer<typeof GroupReference>

/** Group with a role in a project. */
export const ProjectGroup = GroupReference.extend({ role: MemberRole, people: z.array(UserReference) })
export type ProjectGroup = z.infer<typeof ProjectGroup>

/** Planned change of a member or a group of a project; without a role, its removal. */
export const MembersPlanForm = z.strictObject({
  kind: z.enum(['account', 'group']),
  id: z.uuid(),
  role: MemberRole.nullable(),
})
export type MembersPlanForm = z.infer<typeof MembersPlanForm>

/** Members and invitations of a project. */
export const ProjectPeople = z.object({
  project: ProjectRecord,
  /** Folder with permissions of its own whose people these are; null for those of the whole project. */
  folder: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether the caller may invite, change roles and remove members. */
  mayShare: z.boolean(),
  members: z.array(ProjectMember),
  groups: z.array(ProjectGroup),
  /** Empty when the caller may not share. */
  invitations: z.array(ProjectInvitation),
})
export type ProjectPeople = z.infer<typeof ProjectPeople>

/** Members and invitations after a new invitation. */
export const InvitationResult = ProjectPeople.extend({
  /**
   * Code for the link `/invitation#code=` that the inviter passes on; returned only once. Null when the invited user
   * becomes a member immediately, or when an email delivers the code.
   */
  invitationCode: z.string().nullable(),
})
export type InvitationResult = z.infer<typeof InvitationResult>

/** Invitation request: the user and the role. */
export const InvitationForm = z.strictObject({
  email: z.email().max(254),
  role: ProjectRole,
})
export type InvitationForm = z.infer<typeof InvitationForm>

/** Invitation to a project, or to one of its folders with permissions of their own. */
export const ProjectInvitationForm = InvitationForm.extend({ folderId: z.uuid().optional() })
export type ProjectInvitationForm = z.infer<typeof ProjectInvitationForm>

/** Project name. */
export const ProjectName = z.string().trim().min(1).max(collaborationLimits.projectNameCharacters)
