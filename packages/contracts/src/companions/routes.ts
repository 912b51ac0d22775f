import { route, type StreamRoute } from '../api/route.js'
import { Identifier } from '../api/fields.js'
import { z } from 'zod'
import { AttachedFile } from './shapes.js'
import { FileRecord } from '../files/shapes.js'

/** JSON routes. */
export const companionsRoutes = {
  listCompanions: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/companions',
    summary: 'What is attached to the current version of a file, and whether its result was made with it',
    access: 'user',
    parameters: Identifier,
    response: z.array(AttachedFile),
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const companionsStreams = [
  {
    method: 'POST',
    path: '/api/auth/my-urns/:id/companions',
    summary: 'Attach textures, .mtl and other companions (multipart), then translate again',
    access: 'user',
    consumes: 'multipart/form-data',
    response: FileRecord,
  },
] as const satisfies readonly StreamRoute[]
