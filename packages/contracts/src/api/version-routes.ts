import { z } from 'zod'
import { FileActivity } from './audit-shapes.js'
import { AttachedFile } from './companion-shapes.js'
import { QualityShape, ResultHistory } from './result-shapes.js'
import { route } from './route.js'
import { FileRecord } from './shapes.js'
import { FileVersions } from './version-shapes.js'

const Identifier = z.object({ id: z.string().max(64) })
const Urn = z.object({ urn: z.string().max(256) })

/** Routes for file versions and their companions. An upload that names the file (`fileId`) adds a version. */
export const versionRoutes = {
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
  listFileActivity: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/activity',
    summary: 'Who opened, downloaded, shared, changed and commented on a file, newest first; its owners see it',
    access: 'user',
    parameters: Identifier,
    query: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    response: FileActivity,
  }),
  listCompanions: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/companions',
    summary: 'What is attached to the current version of a file, and whether its result was made with it',
    access: 'user',
    parameters: Identifier,
    response: z.array(AttachedFile),
  }),
} as const
