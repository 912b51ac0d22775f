import { route, type StreamRoute } from '../api/route.js'
import { z } from 'zod'
import {
  UserExtension,
  ManifestUrl,
  ExtensionChoice,
  ExtensionAdministration,
  ExtensionSources,
  ExtensionAudience,
  AdminExtension,
  AdminExtensionChange,
} from './shapes.js'
import { Identifier } from '../api/fields.js'
import { sandboxFramePath } from './sandbox-frame.js'

/** JSON routes. */
export const extensionsRoutes = {
  listExtensions: route({
    method: 'GET',
    path: '/api/extensions',
    summary: 'Extensions that this deployment offers, with what the account decided about each',
    access: 'user',
    response: z.array(UserExtension),
  }),
  installExtension: route({
    method: 'POST',
    path: '/api/extensions',
    summary: 'Install an extension from its manifest’s address, if the administrator allows that address',
    access: 'user',
    body: z.strictObject({ manifestUrl: ManifestUrl }),
    response: UserExtension,
  }),
  chooseExtension: route({
    method: 'PUT',
    path: '/api/extensions/:id/choice',
    summary: 'Install or remove an extension for oneself, and grant what it asks for or take it back',
    access: 'user',
    parameters: Identifier,
    body: ExtensionChoice,
    response: UserExtension,
  }),
  extensionCode: route({
    method: 'GET',
    path: '/api/extensions/:id/code',
    summary: 'The module of an extension that the account granted what it asks for',
    access: 'user',
    parameters: Identifier,
    response: z.object({ code: z.string(), integrity: z.string() }),
  }),
  administerExtensions: route({
    method: 'GET',
    path: '/api/admin/extensions',
    summary: 'Where extensions may come from, and which there are',
    access: 'admin',
    response: ExtensionAdministration,
  }),
  saveExtensionSources: route({
    method: 'PUT',
    path: '/api/admin/extensions/sources',
    summary: 'Say where extensions may come from: origins, or addresses of manifests',
    access: 'admin',
    body: z.strictObject({ sources: ExtensionSources }),
    response: ExtensionAdministration,
  }),
  addExtension: route({
    method: 'POST',
    path: '/api/admin/extensions',
    summary: 'Fetch an extension from an allowed address and offer it',
    access: 'admin',
    body: z.strictObject({ manifestUrl: ManifestUrl, audience: ExtensionAudience }),
    response: AdminExtension,
  }),
  changeExtension: route({
    method: 'PATCH',
    path: '/api/admin/extensions/:id',
    summary: 'Switch an extension on or off, for everybody or on demand',
    access: 'admin',
    parameters: Identifier,
    body: AdminExtensionChange,
    response: AdminExtension,
  }),
  fetchExtensionAgain: route({
    method: 'POST',
    path: '/api/admin/extensions/:id/fetch',
    summary: 'Fetch an extension anew: its newest version takes the place of the stored one',
    access: 'admin',
    parameters: Identifier,
    response: AdminExtension,
  }),
  removeExtension: route({
    method: 'DELETE',
    path: '/api/admin/extensions/:id',
    summary: 'Remove an extension for everybody',
    access: 'admin',
    parameters: Identifier,
    response: z.undefined(),
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const extensionsStreams = [
  {
    method: 'GET',
    path: sandboxFramePath,
    summary: 'The document in which extensions of others run: an origin of its own, and nothing that it may fetch',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
