import { z } from 'zod'
import { limits } from '../limits.js'
import { FileRecord, Preferences } from './shapes.js'

const Line = z.string().trim().max(limits.maxProfileLineCharacters)

/** What people tell about themselves on the profile page (specification section 2, "Profile settings"). */
export const ProfileForm = z.strictObject({
  firstName: Line,
  lastName: Line,
  phone: Line,
  company: Line,
  location: Line,
  bio: z.string().trim().max(limits.maxBiographyCharacters),
})
export type ProfileForm = z.infer<typeof ProfileForm>

/** The profile as it is stored. The e-mail is changed by a call of its own, because it asks for the password. */
export const Profile = z.object({
  ...ProfileForm.shape,
  email: z.string(),
  /** False while a confirmation of `email` was asked for by mail and has not come. */
  emailVerified: z.boolean(),
  /** An address that was asked for and waits for its confirmation; null while none does. */
  newEmail: z.string().nullable(),
  /** Version of the photo, for its address and caches; null without one. */
  avatar: z.string().nullable(),
  /** False while the account only signs in through an identity provider. */
  hasPassword: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/** What may be changed of the preferences, any part of it. Two-factor sign-in is set up by calls of its own. */
export const PreferencesChange = z.strictObject(Preferences.omit({ twoFactorAuth: true }).partial().shape)
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** A wish for more room, as the account sees it. */
export const UpgradeRequest = z.object({
  id: z.string(),
  state: z.enum(['open', 'granted', 'declined']),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
})
export type UpgradeRequest = z.infer<typeof UpgradeRequest>

/** What an account's plan is used for. Sizes in bytes; what is in the bin counts until it is purged. */
export const StorageUse = z.object({
  plan: z.object({ name: z.string(), quotaBytes: z.number() }),
  usedBytes: z.number(),
  /** Models by extension, largest first, with those in the bin. */
  types: z.array(z.object({ extension: z.string(), bytes: z.number(), files: z.number() })),
  /** Textures and other companions, and whatever else is not a model. */
  otherBytes: z.number(),
  bin: z.object({ bytes: z.number(), files: z.number() }),
  /** Uploads the account began whose bytes are not all here. Their announced sizes are reserved in the plan that pays. */
  unfinished: z.object({ bytes: z.number(), uploads: z.number() }),
  /** The ten largest files that are not in the bin. */
  largest: z.array(FileRecord),
  /** The newest request; null when none was ever made. */
  upgrade: UpgradeRequest.nullable(),
})
export type StorageUse = z.infer<typeof StorageUse>
