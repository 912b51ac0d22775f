import { shareLinksRoutes } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import type { FastifyInstance } from 'fastify'
import { defineModule, done } from '../../domain/server-module.js'
import { enter } from '../../platform/http/mount-routes.js'
import { type OriginalStores, sendOriginal } from '../../domain/files/send-original.js'
import { ShareLinkService } from './share-link-service.js'

/** Secret links to one version of a file, for guests without an account. */
export const shareLinksModule = defineModule({
  id: 'share-links',
  routes: shareLinksRoutes,
  create: (context) => new ShareLinkService(context),
  handlers: ({ service: links }) => ({
    listShareLinks: ({ actor, parameters }) => links.list(actor, parameters.id),
    createShareLink: ({ actor, body, parameters }) => links.create(actor, parameters.id, body),
    async revokeShareLink({ actor, parameters }) {
      await links.revoke(actor, parameters.id, parameters.linkId)
      return done
    },
    openShareLink: ({ body, request }) => links.open(body, request.ip),
    getLinkedVersion: ({ actor }) => links.currentVersion(actor),
  }),
  streams: (app, { context, service }) => addGuestDownload(app, service, context),
  identify: ({ service }, authorization) => service.identify(authorization),
})

/** Adds `GET /api/share-links/original`, for guests whose link permits the download. */
function addGuestDownload(app: FastifyInstance, links: ShareLinkService, stores: OriginalStores): void {
  app.get('/api/share-links/original', { onRequest: enter('viewer') }, async (request, reply) => {
    if (request.actor.kind !== 'guest') throw new AppError('not-found')
    const row = await links.original(request.actor)
    const by = { accountId: null, fileId: row.file_id, link: { id: row.id, recipient: row.name } }
    return sendOriginal(stores, { request, reply, row: { ...row, version: row.number }, by })
  })
}
