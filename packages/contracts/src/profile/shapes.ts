import { z } from 'zod'
import { limits } from '../limits.js'

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
