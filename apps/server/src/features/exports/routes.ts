import { AppError, exportFileName, type ExportKind, modelExports } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { attachmentHeader } from '../../http/content-disposition.js'
import { accountOf, enter, type Handlers } from '../../http/mount-routes.js'
import type { AccountActor } from '../../rights/actor.js'
import type { OwnedFileRow } from '../shared/file-records.js'
import type { ExportService } from './export-service.js'

export interface ExportRouteServices {
  /** Finds a file that the actor may read; throws `not-found` for everything else. */
  readonly files: { find(actor: AccountActor, id: string, action: 'file:read'): Promise<OwnedFileRow> }
  readonly exports: ExportService
}

/** Finds the package of a model that the actor may look at; throws `not-found` for everything else. */
type FindPackage = (actor: AccountActor, urn: string) => Promise<{ readonly translationId: string }>

export const exportRoutes = ({
  files,
  exports,
  findPackage,
}: ExportRouteServices & { readonly findPackage: FindPackage }): Pick<
  Handlers,
  'requestExport' | 'requestPackageExport'
> => ({
  requestExport: async ({ actor, parameters: { id, kind } }) =>
    exports.request((await files.find(actor, id, 'file:read')).translation_id, kind),
  requestPackageExport: async ({ actor, parameters: { urn, kind } }) =>
    exports.request((await findPackage(actor, urn)).translationId, kind),
})

/** `GET /api/auth/my-urns/:id/exports/:kind`: the bytes of an export, named after its file. */
export function addExportRoutes(app: FastifyInstance, { files, exports }: ExportRouteServices): void {
  app.get('/api/auth/my-urns/:id/exports/:kind', { onRequest: enter('user') }, async (request, reply) => {
    const { id, kind } = request.params as { readonly id: string; readonly kind: string }
    const row = await files.find(accountOf(request), id, 'file:read')
    if (!isExportKind(kind)) throw new AppError('not-found')
    const { content, sizeBytes } = await exports.open(row.translation_id, kind)
    return reply
      .headers({
        'content-disposition': attachmentHeader(exportFileName(row.description, kind)),
        'content-length': sizeBytes,
        'cache-control': 'private, no-cache',
      })
      .type(modelExports[kind].contentType)
      .send(content)
  })
}

const isExportKind = (text: string): text is ExportKind => Object.hasOwn(modelExports, text)
