import { z } from 'zod'
import { MemberRole, ProjectRole, UserReference } from '../projects/shapes.js'
import { folderLimits } from './folder-limits.js'

/** Name of a folder as typed; the server says what is wrong with it (`invalid-name`). */
export const FolderName = z.string().max(2 * folderLimits.nameCharacters)

const Revision = z.number().int().min(1)

/** Folder as the caller sees it. */
export const FolderRecord = z.object({
  id: z.string(),
  projectId: z.string(),
  /** Null for the top of the project, which has the id of the project and no name. */
  parentId: z.string().nullable(),
  name: z.string(),
  /** Increases with every change of the folder itself; changes name the one they are based on. */
  revision: Revision,
  /** The caller's role in the folder; null when only its name is visible, as the way to a folder below. */
  role: ProjectRole.nullable(),
  /** Whether it has permissions of its own instead of those of its parent. */
  hasOwnPermissions: z.boolean(),
  /** Files directly in it, without the bin. */
  files: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type FolderRecord = z.infer<typeof FolderRecord>

/** Folder with the folders above it, the top of the project first, and those directly in it, by name. */
export const OpenedFolder = z.object({
  folder: FolderRecord,
  path: z.array(FolderRecord.pick({ id: true, name: true, role: true })),
  folders: z.array(FolderRecord),
})
export type OpenedFolder = z.infer<typeof OpenedFolder>

/** Request for a new folder; at the top of the project without a parent. */
export const FolderForm = z.strictObject({ name: FolderName, parentId: z.string().max(64).optional() })
export type FolderForm = z.infer<typeof FolderForm>

/** Paths below a folder: names of folders, the highest first. */
export const FolderPathsForm = z.strictObject({
  paths: z.array(z.array(FolderName).min(1).max(folderLimits.levels)).min(1).max(folderLimits.createdPaths),
})
export type FolderPathsForm = z.infer<typeof FolderPathsForm>

/** Ids of the folders at the ends of the paths, in their order. */
export const FolderPaths = z.object({ folderIds: z.array(z.string()) })
export type FolderPaths = z.infer<typeof FolderPaths>

/** Change of a folder's name. */
export const FolderChange = z.strictObject({ name: FolderName, revision: Revision })
export type FolderChange = z.infer<typeof FolderChange>

/** Account or group that a folder gives a role. */
export const FolderRule = z.object({
  kind: z.enum(['account', 'group', 'organization']),
  id: z.string(),
  name: z.string(),
  role: ProjectRole,
})
export type FolderRule = z.infer<typeof FolderRule>

/** Who has which role in a folder. */
export const FolderPermissions = z.object({
  revision: Revision,
  /** Folder whose permissions apply: this one, or the closest above it that has its own; the top is the project. */
  from: FolderRecord.pick({ id: true, name: true }),
  /** Empty at the top of a project: there the members count. */
  rules: z.array(FolderRule),
  /** Everybody with a role, by name. */
  people: z.array(z.object({ id: z.string(), name: z.string(), role: ProjectRole })),
})
export type FolderPermissions = z.infer<typeof FolderPermissions>

/** Complete list of rules; null to have the permissions of the parent. Owners of the project keep their role. */
export const FolderPermissionsForm = z.strictObject({
  revision: Revision,
  rules: z
    .array(z.strictObject({ id: z.uuid(), role: ProjectRole }))
    .max(folderLimits.rulesPerFolder)
    .nullable(),
})
export type FolderPermissionsForm = z.infer<typeof FolderPermissionsForm>

/** Who would gain or lose access by a change, by name. */
export const AccessEffects = z.object({ gaining: z.array(UserReference), losing: z.array(UserReference) })
export type AccessEffects = z.infer<typeof AccessEffects>

/** Files and folders to move into a folder. */
export const MoveForm = z
  .strictObject({
    fileIds: z.array(z.uuid()).default([]),
    folders: z.array(z.strictObject({ id: z.uuid(), revision: Revision })).default([]),
  })
  .refine(({ fileIds, folders }) => fileIds.length + folders.length <= folderLimits.movedItems)
export type MoveForm = z.infer<typeof MoveForm>

/** Number of moved files and folders. */
export const MoveResult = z.object({ files: z.number().int(), folders: z.number().int() })
export type MoveResult = z.infer<typeof MoveResult>

/** Folder in the bin with everything that was deleted with it. */
export const FolderDeletion = z.object({
  id: z.string(),
  name: z.string(),
  /** Where it was, the top of the project first. */
  path: z.array(z.string()),
  files: z.number().int(),
  folders: z.number().int(),
  deletedAt: z.iso.datetime(),
})
export type FolderDeletion = z.infer<typeof FolderDeletion>

/** Folders that a person sees in a project. */
export const VisibleFolders = z.object({
  person: UserReference,
  role: MemberRole.nullable(),
  /** As the person sees them. */
  folders: z.array(FolderRecord),
})
export type VisibleFolders = z.infer<typeof VisibleFolders>
