import { limits, profileRoutes } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { matchesEtag } from '../../platform/http/conditional.js'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import { EmailChange } from './email-change.js'
import { ProfileService } from './profile-service.js'
import { readFormFile } from '../../domain/uploads/incoming-files.js'

/** Name, photo and address of an account. */
export const profileModule = defineModule({
  id: 'profile',
  routes: profileRoutes,
  create: (context) => ({ profiles: new ProfileService(context), emailChange: new EmailChange(context) }),
  handlers: ({ service: { emailChange, profiles } }) => ({
    profile: ({ actor }) => profiles.read(actor),
    saveProfile: ({ actor, body }) => profiles.save(actor, body),
    async changeEmail({ actor, body, request }) {
      await emailChange.requestChange(actor, body, request.ip)
      return profiles.read(actor)
    },
    removeAvatar: ({ actor }) => profiles.removeAvatar(actor),
  }),
  streams: (app, { service }) => addAvatar(app, service.profiles),
})

/** Adds the binary upload and download of the photo. */
function addAvatar(app: FastifyInstance, profiles: ProfileService): void {
  app.post('/api/auth/avatar', { onRequest: enter('user') }, (request) =>
    readFormFile(request, limits.maxAvatarBytes, 'image-unreadable').then((image) =>
      profiles.saveAvatar(requireAccount(request), image),
    ),
  )
  app.get('/api/auth/avatar', { onRequest: enter('user') }, async (request, reply) => {
    const avatar = await profiles.avatar(requireAccount(request))
    const etag = `"${avatar.sha256}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('image/webp')
      .header('content-length', avatar.sizeBytes)
      .send(await avatar.open())
  })
}
