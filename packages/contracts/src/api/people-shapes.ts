import { z } from 'zod'
import { collaborationLimits } from '../collaboration-limits.js'

/** What a member may do, each what the next may and more: `viewer` looks and downloads, `commenter` discusses, `editor` changes files, `owner` deletes and shares. */
export const projectRoles = ['owner', 'editor', 'commenter', 'viewer'] as const
/** One of `projectRoles`. */
export const ProjectRole = z.enum(projectRoles)
export type ProjectRole = z.infer<typeof ProjectRole>

/** Somebody by name. `id` is null for people without an account here: deleted, or named in an imported file. */
export const UserReference = z.object({ id: z.string().nullable(), name: z.string() })
export type UserReference = z.infer<typeof UserReference>

/** Where a file stands for the one who asks. */
export const FileSharing = z.object({
  projectId: z.string(),
  /** Name of its project; of a personal project nobody but its owner sees a file. */
  projectName: z.string(),
  personal: z.boolean(),
  /** The role of the one who asks. */
  role: ProjectRole,
  /** Who pays for it. */
  owner: UserReference,
  /** Whether the one who asks pays for it; the others find it under "shared with me". */
  mine: z.boolean(),
  /** People besides its owner who see it. */
  people: z.number().int(),
})
export type FileSharing = z.infer<typeof FileSharing>

/** A project that the account is a member of. */
export const ProjectRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Where files go that were put nowhere else; it is never shared. */
  personal: z.boolean(),
  role: ProjectRole,
  owner: UserReference,
  mine: z.boolean(),
  /** Not counting the bin. */
  files: z.number().int(),
  members: z.number().int(),
  /** Whether its files may be sent to Autodesk's cloud; null where this deployment has no access to it. */
  filesMayLeave: z.boolean().nullable(),
})
export type ProjectRecord = z.infer<typeof ProjectRecord>

/** A member of a project. */
export const ProjectMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: ProjectRole,
  /** Pays for the project: this role can neither be changed nor taken. */
  isPayer: z.boolean(),
  isYou: z.boolean(),
  since: z.iso.datetime(),
})
export type ProjectMember = z.infer<typeof ProjectMember>

/** Somebody who was invited and has no account yet, or none of which it is known that the address is theirs. */
export const ProjectInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: ProjectRole,
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ProjectInvitation = z.infer<typeof ProjectInvitation>

/** What the link of an invitation says before it is accepted. */
export const OpenedInvitation = ProjectInvitation.pick({
  email: true,
  role: true,
  invitedBy: true,
  expiresAt: true,
}).extend({
  /** Name of the project. */
  project: z.string(),
})
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

/** Everybody in a project. */
export const ProjectPeople = z.object({
  project: ProjectRecord,
  /** Whether the one who asks may invite, change roles and remove. */
  mayShare: z.boolean(),
  members: z.array(ProjectMember),
  /** Empty for those who may not share. */
  invitations: z.array(ProjectInvitation),
})
export type ProjectPeople = z.infer<typeof ProjectPeople>

/** The people after an invitation. */
export const InvitationResult = ProjectPeople.extend({
  /**
   * For the link `/invitation#code=` that the inviter hands over; it is answered this once. Null for whoever is a member at
   * once, and where a mail brings the code.
   */
  invitationCode: z.string().nullable(),
})
export type InvitationResult = z.infer<typeof InvitationResult>

/** Whom to invite, as what. */
export const InvitationForm = z.strictObject({
  email: z.email().max(254),
  role: ProjectRole,
})
export type InvitationForm = z.infer<typeof InvitationForm>

/** Name of a project. */
export const ProjectName = z.string().trim().min(1).max(collaborationLimits.projectNameCharacters)
