import { type ExportSource, exporters, isExportName } from '@kamar/core'
import { z } from 'zod'
import { route, type StreamRoute } from '../api/route.js'
import { ExportState } from './shapes.js'

const listNames = (source: ExportSource): string =>
  exporters
    .filter(({ of }) => of.includes(source))
    .map(({ id }) => (source === 'sheet' ? `\`sheet-${id}-0\`` : `\`${id}\``))
    .join(', ')

const ExportChoice = z.object({ urn: z.string().max(256), name: z.string().max(32).refine(isExportName) })

/** JSON routes. */
export const viewPackagesRoutes = {
  requestExport: route({
    method: 'POST',
    path: '/api/packages/:urn/exports/:name',
    summary: `Make an export (${listNames('model')}; of a drawing ${listNames('drawing')}, ${listNames('sheet')} with the number of the sheet) of a model that the caller may look at, or say how far it is; ready, it is a file of its view package`,
    access: 'user',
    parameters: ExportChoice,
    response: ExportState,
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

/** Routes whose request or response is not only JSON. */
export const viewPackagesStreams = [
  {
    method: 'GET',
    path: '/api/derivatives/:urn/*',
    summary:
      'A file of the view package: manifest.json (recorded as opening the model), scene/…, properties/…, thumbnail.png; summary.json is the manifest without chunks, files and views',
    access: 'viewer',
    produces: 'application/octet-stream',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
