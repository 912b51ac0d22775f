import { z } from 'zod'
import { limits } from '../limits.js'
import { route } from './route.js'
import { PreferencesChange, Profile, ProfileForm, StorageUse, UpgradeRequest } from './settings-shapes.js'
import { AccountRecord } from './shapes.js'

const Password = z.string().min(1).max(limits.maxPasswordCharacters)

/** Routes of the three settings pages: profile, preferences, storage. */
export const settingsRoutes = {
  profile: route({
    method: 'GET',
    path: '/api/auth/profile',
    summary: 'The account’s profile',
    access: 'user',
    response: Profile,
  }),
  saveProfile: route({
    method: 'PUT',
    path: '/api/auth/profile',
    summary: 'Save the profile',
    access: 'user',
    body: ProfileForm,
    response: Profile,
  }),
  changeEmail: route({
    method: 'POST',
    path: '/api/auth/profile/email',
    summary:
      'Change the e-mail address; asks for the password. Where mails are sent it changes when the new address is confirmed',
    access: 'user',
    body: z.strictObject({ email: z.email().max(254), password: Password }),
    response: Profile,
  }),
  removeAvatar: route({
    method: 'DELETE',
    path: '/api/auth/avatar',
    summary: 'Remove the photo',
    access: 'user',
    response: Profile,
  }),
  savePreferences: route({
    method: 'PATCH',
    path: '/api/auth/preferences',
    summary: 'Change preferences; other devices of the account follow by a live event',
    access: 'user',
    body: PreferencesChange,
    response: AccountRecord,
  }),
  storage: route({
    method: 'GET',
    path: '/api/auth/storage',
    summary: 'What the account’s plan is used for',
    access: 'user',
    response: StorageUse,
  }),
  discardUploads: route({
    method: 'DELETE',
    path: '/api/uploads',
    summary: 'Discard the account’s unfinished uploads, which gives back the room they reserve',
    access: 'user',
    response: z.object({ discarded: z.number() }),
  }),
  requestUpgrade: route({
    method: 'POST',
    path: '/api/auth/storage/upgrade',
    summary: 'Ask the administrator for more room; one open request at a time',
    access: 'user',
    body: z.strictObject({ message: z.string().trim().max(limits.maxBiographyCharacters).optional() }),
    response: UpgradeRequest,
  }),
} as const
