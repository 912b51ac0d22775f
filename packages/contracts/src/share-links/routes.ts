import { route, type StreamRoute } from '../api/route.js'
import { Identifier } from '../api/fields.js'
import { z } from 'zod'
import { LinkedVersion, NewShareLink, OpenedLink, ShareLink, ShareLinkForm } from './shapes.js'
import { limits } from '../limits.js'

/** JSON routes. */
export const shareLinksRoutes = {
  listShareLinks: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/links',
    summary: 'Secret links to a file, newest first; its owners see them',
    access: 'user',
    parameters: Identifier,
    response: z.array(ShareLink),
  }),
  createShareLink: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/links',
    summary: 'Make a secret link to one version, or to the latest; the secret is answered this once',
    access: 'user',
    parameters: Identifier,
    body: ShareLinkForm,
    response: NewShareLink,
  }),
  revokeShareLink: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id/links/:linkId',
    summary: 'Revoke a link; guests who have it open lose it with their next request',
    access: 'user',
    parameters: Identifier.extend({ linkId: z.string().max(64) }),
    response: z.object({ done: z.literal(true) }),
  }),
  openShareLink: route({
    method: 'POST',
    path: '/api/share-links/open',
    summary: 'Open a secret link without an account: 422 `link-password-needed` asks for its password',
    access: 'public',
    body: z.strictObject({
      secret: z.string().min(1).max(200),
      password: z.string().max(limits.maxPasswordCharacters).optional(),
      /** True when the page was already open: does not count as another visit. */
      again: z.boolean().optional(),
    }),
    response: OpenedLink,
  }),
  getLinkedVersion: route({
    method: 'GET',
    path: '/api/share-links/version',
    summary: 'Version that a secret link shows now, for an open page; read with the link’s token',
    access: 'viewer',
    response: LinkedVersion,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const shareLinksStreams = [
  {
    method: 'GET',
    path: '/api/share-links/original',
    summary: 'The original file of a secret link that allows it; read with the link’s token',
    access: 'viewer',
    produces: 'application/octet-stream',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
