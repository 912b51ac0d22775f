import { exporters, type Exporter, selectableExporters } from '@kamar/core'
import * as shapes from './derivative-shapes.js'
import { JobRequest, ReferencesRequest } from './job-request.js'
import { protocolRoute } from './protocol-route.js'
import type { ScopeAlternatives } from '@kamar/contracts'

const design = '/modelderivative/v2/designdata/:urn'
const view = `${design}/metadata/:guid`

const readData: ScopeAlternatives = [['data:read']]
// Viewers read manifests and derivatives with a token that grants nothing else.
const readViewables: ScopeAlternatives = [['data:read'], ['viewables:read']]
const startJobs: ScopeAlternatives = [
  ['data:read', 'data:write'],
  ['data:read', 'data:create'],
]

const formatOutputs = (listed: readonly Exporter[]): string =>
  listed
    .flatMap(({ output }) => output ?? [])
    .map((output) => `\`${output}\``)
    .join(', ')

/**
 * Routes of Model Derivative v2. All are also served under `/modelderivative/v2/regions/eu`; `:urn` is the object’s id
 * in any base64 variant.
 */
export const derivativeRoutes = {
  formats: protocolRoute({
    method: 'GET',
    path: '/modelderivative/v2/designdata/formats',
    summary: 'Which outputs can be made of which files',
    access: readData,
    response: shapes.FormatsResponse,
  }),
  startJob: protocolRoute({
    method: 'POST',
    path: '/modelderivative/v2/designdata/job',
    summary: `Translate an object; 201 when everything asked for exists. Made are \`svf\` and \`svf2\` (as our view package and glTF, labelled as what they are), ${formatOutputs(exporters)}, \`thumbnail\`; ${formatOutputs(selectableExporters)} of chosen objects by \`advanced.objectIds\` and \`modelGuid\` (\`[-1]\`: all); 406 for what cannot be made`,
    access: startJobs,
    body: JobRequest,
    response: shapes.JobResponse,
  }),
  specifyReferences: protocolRoute({
    method: 'POST',
    path: `${design}/references`,
    summary: 'Name the objects that a design refers to; used by a job with `checkReferences`',
    access: startJobs,
    body: ReferencesRequest,
    response: shapes.ResultResponse,
  }),
  getManifest: protocolRoute({
    method: 'GET',
    path: `${design}/manifest`,
    summary: 'How far a design is, and what was made of it',
    access: readViewables,
    response: shapes.ManifestResponse,
  }),
  deleteManifest: protocolRoute({
    method: 'DELETE',
    path: `${design}/manifest`,
    summary: 'Forget what was made of a design; the object stays',
    access: [['data:read', 'data:write']],
    response: shapes.ResultResponse,
  }),
  getDerivative: protocolRoute({
    method: 'GET',
    path: `${design}/manifest/*`,
    summary:
      'A file that was made, by the URN in the manifest, percent-encoded or not; ranges. With `/signedcookies` behind it: an address that opens it without a token (`minutes-expiration` up to 360), and three cookies',
    access: readViewables,
    produces: 'application/octet-stream',
    response: null,
  }),
  getSignedDerivative: protocolRoute({
    method: 'GET',
    path: '/modelderivative/v2/signed/:urn/*',
    summary: 'The file behind a signed address; ranges',
    access: 'signed-address',
    produces: 'application/octet-stream',
    response: null,
  }),
  getThumbnail: protocolRoute({
    method: 'GET',
    path: `${design}/thumbnail`,
    summary: 'A picture of the model, 100, 200 or 400 pixels wide and high',
    access: readViewables,
    query: shapes.ThumbnailQuery,
    produces: 'image/png',
    response: null,
  }),
  listViews: protocolRoute({
    method: 'GET',
    path: `${design}/metadata`,
    summary: 'The views of a model',
    access: readViewables,
    response: shapes.ViewsResponse,
  }),
  getObjectTree: protocolRoute({
    method: 'GET',
    path: view,
    summary: 'The objects of a view as a tree; 202 while it is being made',
    access: readViewables,
    query: shapes.TreeQuery,
    produces: 'application/json',
    response: null,
  }),
  getProperties: protocolRoute({
    method: 'GET',
    path: `${view}/properties`,
    summary: 'The properties of all objects of a view, or of one; 202 while they are being made',
    access: readViewables,
    query: shapes.PropertiesQuery,
    produces: 'application/json',
    response: null,
  }),
  queryProperties: protocolRoute({
    method: 'POST',
    // find-my-way reads two colons as one literal colon.
    path: `${view}/properties::query`,
    summary: 'Objects by `$in`, `$prefix`, `$eq`, `$between`, `$le`, `$ge`, `$contains`, with chosen fields, in pages',
    access: readViewables,
    body: shapes.PropertyQueryRequest,
    produces: 'application/json',
    response: null,
  }),
} as const
