import { z } from 'zod'
import { languages } from '../messages/index.js'

const KeyChord = z.string().min(1).max(40)

/** Custom keyboard shortcuts by command id; commands not listed use the default. */
const Shortcuts = z
  .record(z.string().min(1).max(60), z.array(KeyChord).max(4))
  .refine((shortcuts) => Object.keys(shortcuts).length <= 300)

/** User preferences (specification section 2, "Preferences"). */
export const Preferences = z.object({
  /** Theme and language are null until the user chooses one for all devices; until then each device has its own. */
  theme: z.enum(['system', 'light', 'dark']).nullable(),
  language: z.enum(languages).nullable(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReports: z.boolean(),
  autoSave: z.boolean(),
  shortcuts: Shortcuts,
  /** Whether sign-in requires a second factor; set up by routes of its own. */
  twoFactorAuth: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** Default preferences. */
export const defaultPreferences: Preferences = {
  theme: null,
  language: null,
  emailNotifications: true,
  pushNotifications: false,
  weeklyReports: true,
  autoSave: true,
  shortcuts: {},
  twoFactorAuth: false,
}

/** Partial change of the preferences. Two-factor sign-in has routes of its own. */
export const PreferencesChange = z.strictObject(Preferences.omit({ twoFactorAuth: true }).partial().shape)
export type PreferencesChange = z.infer<typeof PreferencesChange>
