import { z } from 'zod'
import { isExportName } from '@kamar/core'
import { limits } from '../limits.js'
import { route } from './route.js'
import { ExportState } from './shapes.js'
import { NewShareLink, OpenedLink, ShareLink, ShareLinkForm } from './share-link-shapes.js'

const Identifier = z.object({ id: z.string().max(64) })

/** Routes for secret links to a version. */
export const shareLinkRoutes = {
  listShareLinks: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/links',
    summary: 'Secret links to a file’s versions, newest first; its owners see them',
    access: 'user',
    parameters: Identifier,
    response: z.array(ShareLink),
  }),
  createShareLink: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/links',
    summary: 'Make a secret link to one version; the secret is answered this once',
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
  requestGuestExport: route({
    method: 'POST',
    path: '/api/share-links/packages/:urn/exports/:name',
    summary: 'The same as for an account, for the guest whose link lets the file be downloaded',
    access: 'viewer',
    parameters: z.object({ urn: z.string().max(256), name: z.string().max(32).refine(isExportName) }),
    response: ExportState,
  }),
} as const
