import { z } from 'zod'
import { limits } from '../limits.js'
import { FileRecord, Preferences } from './shapes.js'

const Line = z.string().trim().max(limits.maxProfileLineCharacters)

/** Personal details on the profile page (specification section 2, "Profile settings"). */
export const ProfileForm = z.strictObject({
  firstName: Line,
  lastName: Line,
  phone: Line,
  company: Line,
  location: Line,
  bio: z.string().trim().max(limits.maxBiographyCharacters),
})
export type ProfileForm = z.infer<typeof ProfileForm>

/** Stored profile. The email is changed by a separate route, because that requires the password. */
export const Profile = z.object({
  ...ProfileForm.shape,
  email: z.string(),
  /** False while the confirmation email for `email` is unanswered. */
  emailVerified: z.boolean(),
  /** Requested address that awaits confirmation; null when there is none. */
  newEmail: z.string().nullable(),
  /** Version of the avatar, for its address and caches; null without one. */
  avatar: z.string().nullable(),
  /** False while the account signs in through an identity provider only. */
  hasPassword: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/** Partial change of the preferences. Two-factor sign-in has routes of its own. */
export const PreferencesChange = z.strictObject(Preferences.omit({ twoFactorAuth: true }).partial().shape)
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** Request for more storage, as the account sees it. */
export const UpgradeRequest = z.object({
  id: z.string(),
  state: z.enum(['open', 'granted', 'declined']),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
})
export type UpgradeRequest = z.infer<typeof UpgradeRequest>

/** Storage use of an account's plan. Sizes in bytes; files in the bin count until they are purged. */
export const StorageUse = z.object({
  plan: z.object({ name: z.string(), quotaBytes: z.number() }),
  usedBytes: z.number(),
  /** Models by extension, largest first, including the bin. */
  types: z.array(z.object({ extension: z.string(), bytes: z.number(), files: z.number() })),
  /** Textures, other companions and everything else that is not a model. */
  otherBytes: z.number(),
  bin: z.object({ bytes: z.number(), files: z.number() }),
  /** Incomplete uploads of the account. Their announced sizes are reserved in the paying plan. */
  unfinished: z.object({ bytes: z.number(), uploads: z.number() }),
  /** The ten largest files outside the bin. */
  largest: z.array(FileRecord),
  /** The newest request; null when there was none. */
  upgrade: UpgradeRequest.nullable(),
})
export type StorageUse = z.infer<typeof StorageUse>
