import { z } from 'zod'
import { route } from '../api/route.js'
import { Identifier } from '../api/fields.js'
import { FileVersions } from './shapes.js'
import { FileRecord } from '../files/shapes.js'
import { ResultHistory, QualityShape } from './result-shapes.js'

const Urn = z.object({ urn: z.string().max(256) })

/** JSON routes. */
export const versionsRoutes = {
  listVersions: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/versions',
    summary: 'All versions of a file, newest first',
    access: 'user',
    parameters: Identifier,
    response: FileVersions,
  }),
  findVersions: route({
    method: 'GET',
    path: '/api/packages/:urn/versions',
    summary: 'The file that a URN is a version of, with all its versions',
    access: 'user',
    parameters: Urn,
    response: FileVersions,
  }),
  restoreVersion: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/versions/:number/restore',
    summary: 'Make an older version current again, as a new version with its content',
    access: 'user',
    parameters: Identifier.extend({ number: z.string().regex(/^[1-9]\d{0,8}$/) }),
    response: FileRecord,
  }),
  listResults: route({
    method: 'GET',
    path: '/api/packages/:urn/results',
    summary: 'What was made of a version so far: with which attached files, in which quality',
    access: 'user',
    parameters: Urn,
    response: ResultHistory,
  }),
  translateAgain: route({
    method: 'POST',
    path: '/api/packages/:urn/results',
    summary: 'Translate a version in another quality; it shows that result from now on, the earlier ones stay',
    access: 'user',
    parameters: Urn,
    body: z.strictObject({ quality: QualityShape }),
    response: ResultHistory,
  }),
} as const
