import { route, type StreamRoute } from '../api/route.js'
import { Profile, ProfileForm } from './shapes.js'
import { z } from 'zod'
import { Password } from '../api/fields.js'

/** JSON routes. */
export const profileRoutes = {
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
} as const

/** Routes whose request or response is not only JSON. */
export const profileStreams = [
  {
    method: 'GET',
    path: '/api/auth/avatar',
    summary: 'The account’s photo',
    access: 'user',
    produces: 'image/webp',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/avatar',
    summary: 'Replace the photo (multipart, field `file`): JPEG, PNG or WebP, cut to a square and written anew',
    access: 'user',
    consumes: 'multipart/form-data',
    response: Profile,
  },
] as const satisfies readonly StreamRoute[]
