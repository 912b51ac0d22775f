import { route } from '../api/route.js'
import { z } from 'zod'
import { ClientApplication, ApplicationForm, ClientSecret } from './shapes.js'
import { Identifier } from '../api/fields.js'

/** JSON routes. */
export const apsRoutes = {
  listApplications: route({
    method: 'GET',
    path: '/api/auth/applications',
    summary: 'The account’s client applications, newest first',
    access: 'user',
    response: z.array(ClientApplication),
  }),
  createApplication: route({
    method: 'POST',
    path: '/api/auth/applications',
    summary: 'Make a client application; its secret is in this answer and nowhere else',
    access: 'user',
    body: ApplicationForm,
    response: ClientSecret,
  }),
  renewApplicationSecret: route({
    method: 'POST',
    path: '/api/auth/applications/:id/secret',
    summary: 'Give an application a new secret; the old one and its tokens end, a revoked application lives again',
    access: 'user',
    parameters: Identifier,
    response: ClientSecret,
  }),
  revokeApplication: route({
    method: 'POST',
    path: '/api/auth/applications/:id/revoke',
    summary: 'End the access of an application; what it stored stays',
    access: 'user',
    parameters: Identifier,
    response: ClientApplication,
  }),
  removeApplication: route({
    method: 'DELETE',
    path: '/api/auth/applications/:id',
    summary: 'Remove an application with everything it stored',
    access: 'user',
    parameters: Identifier,
    response: z.undefined(),
  }),
} as const
