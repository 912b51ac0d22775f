import { z } from 'zod'
import { limits } from '../limits.js'

/** Status of an account application; the administrator decides (specification section 4, "Admin user status"). */
export const AccountStatus = z.enum(['pending', 'approved', 'rejected'])
export type AccountStatus = z.infer<typeof AccountStatus>

/** An account as the administrator sees it (specification section 3). Never includes the password. */
export const AdminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  position: z.string(),
  role: z.enum(['user', 'admin']),
  status: AccountStatus,
  /** Reason for the rejection; empty without one. */
  rejectionReason: z.string(),
  createdAt: z.iso.datetime(),
  /** Last use of any session; null without one. */
  lastSeenAt: z.iso.datetime().nullable(),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** Maximum size of an uploaded file; null for the limit of the deployment. */
  uploadLimitBytes: z.number().nullable(),
  /** Whether the password was set by another user and is valid for one sign-in only. */
  mustChangePassword: z.boolean(),
  /** Whether two-factor sign-in is enabled. */
  twoFactor: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** One page of accounts; `total` counts all matches. */
export const AdminUserPage = z.object({
  users: z.array(AdminUser),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
})
export type AdminUserPage = z.infer<typeof AdminUserPage>

/** Columns by which the administrator may sort. */
export const adminUserSorts = ['name', 'email', 'position', 'status', 'date', 'used'] as const

/** Filter, sort order and page of the account list. */
export const AdminUserQuery = z.strictObject({
  search: z.string().max(200).optional(),
  status: AccountStatus.optional(),
  sort: z.enum(adminUserSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
})
export type AdminUserQuery = z.infer<typeof AdminUserQuery>

/** Reason for rejecting an account; shown to its owner at sign-in. */
const RejectionReason = z.string().trim().max(limits.maxReasonCharacters)

/**
 * Changes that an administrator may make to an account, in any combination; a reason applies with the status
 * `rejected`.
 */
export const AdminUserChange = z.strictObject({
  status: AccountStatus.optional(),
  reason: RejectionReason.optional(),
  position: z.string().trim().max(limits.maxProfileLineCharacters).optional(),
  role: z.enum(['user', 'admin']).optional(),
  quotaBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Null returns the account to the limit of the deployment. */
  uploadLimitBytes: z.number().int().min(1).max(limits.maxUploadBytes).nullable().optional(),
})
export type AdminUserChange = z.infer<typeof AdminUserChange>

/** Treatment of a deleted account's files: deleted with it, or transferred to the administrator who deletes it. */
export const FilesOfDeleted = z.enum(['delete', 'keep'])
export type FilesOfDeleted = z.infer<typeof FilesOfDeleted>

/** Data that the deletion of an account would remove, for the confirmation. */
export const AdminUserRemoval = z.object({
  name: z.string(),
  email: z.string(),
  files: z.number(),
  binFiles: z.number(),
  bytes: z.number(),
  signIns: z.number(),
})
export type AdminUserRemoval = z.infer<typeof AdminUserRemoval>

/** One action on several accounts. */
export const AdminBulkAction = z.strictObject({
  ids: z.array(z.string().max(64)).min(1).max(limits.maxPageSize),
  action: z.enum(['approve', 'reject', 'suspend', 'delete']),
  files: FilesOfDeleted.optional(),
  /** With `reject`. */
  reason: RejectionReason.optional(),
})
export type AdminBulkAction = z.infer<typeof AdminBulkAction>

/** Password reset link, which the administrator passes on. */
export const PasswordLink = z.object({
  /** For the address `/reset-password#code=`; returned only once. */
  code: z.string(),
  expiresAt: z.iso.datetime(),
})
export type PasswordLink = z.infer<typeof PasswordLink>

/** Result of a bulk action; failures are listed with their reasons, and all others are done. */
export const AdminBulkResult = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), code: z.string() })),
})
export type AdminBulkResult = z.infer<typeof AdminBulkResult>

/** A user's request that an administrator decides. */
export const AdminRequest = z.object({
  id: z.string(),
  kind: z.enum(['upgrade', 'contact']),
  state: z.enum(['open', 'granted', 'declined']),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** Account of the sender; null for visitors without an account. */
  account: z.object({ id: z.string(), quotaBytes: z.number(), usedBytes: z.number() }).nullable(),
})
export type AdminRequest = z.infer<typeof AdminRequest>

/** Decision on a request; granting an upgrade sets the new quota. */
export const AdminDecision = z.strictObject({
  state: z.enum(['granted', 'declined']),
  quotaBytes: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
export type AdminDecision = z.infer<typeof AdminDecision>

/** Settings of the whole deployment, set by the administrator. */
export const DeploymentSettings = z.strictObject({
  /** Whether pending accounts may not sign in. */
  requireApproval: z.boolean(),
  /** Roles whose accounts must set up two-factor sign-in before they get access. */
  twoFactorRoles: z.array(z.enum(['user', 'admin'])).max(2),
  /** Whether anyone may create an account. */
  signUpOpen: z.boolean(),
  /** Default quota of new accounts, bytes. */
  defaultQuotaBytes: z
    .number()
    .int()
    .min(1024 ** 2)
    .max(Number.MAX_SAFE_INTEGER),
  /** Accepted extensions in addition to the twenty, lower case with the dot. */
  extraExtensions: z.array(z.string().regex(/^\.[a-z0-9]{1,10}$/)).max(50),
})
export type DeploymentSettings = z.infer<typeof DeploymentSettings>

/** Form for saving the settings; the two-factor roles stay unchanged if an older client omits them. */
export const DeploymentSettingsForm = DeploymentSettings.partial({ twoFactorRoles: true })
export type DeploymentSettingsForm = z.infer<typeof DeploymentSettingsForm>

/** Overview of the deployment. */
export const AdminOverview = z.object({
  users: z.object({ total: z.number(), pending: z.number(), approved: z.number(), rejected: z.number() }),
  files: z.number(),
  usedBytes: z.number(),
  openRequests: z.number(),
  /** Sandbox level of the reader processes; `off` when no worker runs in this process. */
  isolation: z.string(),
  /**
   * Autodesk's cloud: number of projects that allow their files to be sent there; null where this deployment has no
   * credentials.
   */
  cloud: z.object({ region: z.string(), projects: z.number() }).nullable(),
})
export type AdminOverview = z.infer<typeof AdminOverview>
