import { z } from 'zod'
import { limits } from '../limits.js'

/** Where an application stands; the administrator decides (specification section 4, "Admin user status"). */
export const AccountStatus = z.enum(['pending', 'approved', 'rejected'])
export type AccountStatus = z.infer<typeof AccountStatus>

/** An account as the administrator sees it (specification section 3). Its password is never answered. */
export const AdminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  position: z.string(),
  role: z.enum(['user', 'admin']),
  status: AccountStatus,
  /** Why it was rejected; empty without a reason. */
  rejectionReason: z.string(),
  createdAt: z.iso.datetime(),
  /** Last use of any sign-in; null when there was none. */
  lastSeenAt: z.iso.datetime().nullable(),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** A password somebody else typed is good for one sign-in. */
  mustChangePassword: z.boolean(),
  /** Signs in with a second factor. */
  twoFactor: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** One page of accounts; `total` counts all that match. */
export const AdminUserPage = z.object({
  users: z.array(AdminUser),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
})
export type AdminUserPage = z.infer<typeof AdminUserPage>

/** Columns the administrator may sort by. */
export const adminUserSorts = ['name', 'email', 'position', 'status', 'date', 'used'] as const

/** Which accounts, in which order, which page. */
export const AdminUserQuery = z.strictObject({
  search: z.string().max(200).optional(),
  status: AccountStatus.optional(),
  sort: z.enum(adminUserSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
})
export type AdminUserQuery = z.infer<typeof AdminUserQuery>

/** Why an account is rejected; its owner reads it at sign-in. */
const RejectionReason = z.string().trim().max(limits.maxReasonCharacters)

/** What an administrator may change of an account, any part of it; a reason counts with the status `rejected`. */
export const AdminUserChange = z.strictObject({
  status: AccountStatus.optional(),
  reason: RejectionReason.optional(),
  position: z.string().trim().max(limits.maxProfileLineCharacters).optional(),
  role: z.enum(['user', 'admin']).optional(),
  quotaBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type AdminUserChange = z.infer<typeof AdminUserChange>

/** What becomes of the files of a deleted account: they go with it, or to the administrator who deletes it. */
export const FilesOfDeleted = z.enum(['delete', 'keep'])
export type FilesOfDeleted = z.infer<typeof FilesOfDeleted>

/** What deleting an account would take along, for the words before it is done. */
export const AdminUserRemoval = z.object({
  name: z.string(),
  email: z.string(),
  files: z.number(),
  binFiles: z.number(),
  bytes: z.number(),
  signIns: z.number(),
})
export type AdminUserRemoval = z.infer<typeof AdminUserRemoval>

/** One deed done to several accounts. */
export const AdminBulkAction = z.strictObject({
  ids: z.array(z.string().max(64)).min(1).max(limits.maxPageSize),
  action: z.enum(['approve', 'reject', 'suspend', 'delete']),
  files: FilesOfDeleted.optional(),
  /** With `reject`. */
  reason: RejectionReason.optional(),
})
export type AdminBulkAction = z.infer<typeof AdminBulkAction>

/** A link by which somebody chooses a new password; the administrator hands it over. */
export const PasswordLink = z.object({
  /** For the address `/reset-password#code=`; it is answered this once. */
  code: z.string(),
  expiresAt: z.iso.datetime(),
})
export type PasswordLink = z.infer<typeof PasswordLink>

/** How a bulk deed went; what could not be done is named with its reason and the rest is done. */
export const AdminBulkResult = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), code: z.string() })),
})
export type AdminBulkResult = z.infer<typeof AdminBulkResult>

/** A wish of somebody that an administrator decides. */
export const AdminRequest = z.object({
  id: z.string(),
  kind: z.enum(['upgrade', 'contact']),
  state: z.enum(['open', 'granted', 'declined']),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** The account it comes from; null for people who are not signed in. */
  account: z.object({ id: z.string(), quotaBytes: z.number(), usedBytes: z.number() }).nullable(),
})
export type AdminRequest = z.infer<typeof AdminRequest>

/** How an administrator answers a request; granting an upgrade sets the new quota. */
export const AdminDecision = z.strictObject({
  state: z.enum(['granted', 'declined']),
  quotaBytes: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
export type AdminDecision = z.infer<typeof AdminDecision>

/** What the administrator decides for the whole deployment. */
export const DeploymentSettings = z.strictObject({
  /** Pending accounts may not sign in. */
  requireApproval: z.boolean(),
  /** Accounts of these roles set two-factor sign-in up before they are let in. */
  twoFactorRoles: z.array(z.enum(['user', 'admin'])).max(2),
  /** Strangers may create accounts. */
  signUpOpen: z.boolean(),
  /** Quota of accounts made from now on, bytes. */
  defaultQuotaBytes: z
    .number()
    .int()
    .min(1024 ** 2)
    .max(Number.MAX_SAFE_INTEGER),
  /** Extensions that may be uploaded besides the twenty, lower case with the dot. */
  extraExtensions: z.array(z.string().regex(/^\.[a-z0-9]{1,10}$/)).max(50),
})
export type DeploymentSettings = z.infer<typeof DeploymentSettings>

/** Settings as they are saved; a role's second factor that an older client does not know of stays as it is. */
export const DeploymentSettingsForm = DeploymentSettings.partial({ twoFactorRoles: true })
export type DeploymentSettingsForm = z.infer<typeof DeploymentSettingsForm>

/** The deployment at a glance. */
export const AdminOverview = z.object({
  users: z.object({ total: z.number(), pending: z.number(), approved: z.number(), rejected: z.number() }),
  files: z.number(),
  usedBytes: z.number(),
  openRequests: z.number(),
  /** Level of the reader processes' box; `off` when no worker runs in this process. */
  isolation: z.string(),
  /** Autodesk's cloud: how many projects let their files be sent there; null where this deployment has no credentials. */
  cloud: z.object({ region: z.string(), projects: z.number() }).nullable(),
})
export type AdminOverview = z.infer<typeof AdminOverview>
