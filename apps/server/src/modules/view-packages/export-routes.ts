import { AppError, exportFile, type ExportName, type ExportState } from '@kamar/contracts'
import type { PackageReader } from '../../platform/authorization/actor.js'
import { can, type FileSubject } from '../../platform/authorization/permissions.js'
import type { Handlers } from '../../platform/http/mount-routes.js'
import type { ExportService } from '../../domain/exports/export-service.js'

export interface ExportRouteServices {
  readonly exports: Pick<ExportService, 'request'>
  /** Finds the package of a model that the actor may view; throws `not-found` for everything else. */
  readonly findPackage: (
    actor: PackageReader,
    urn: string,
  ) => Promise<{ readonly translationId: string; readonly subject: FileSubject }>
}

export const exportRoutes = ({
  exports,
  findPackage,
}: ExportRouteServices): Pick<Handlers, 'requestExport' | 'requestGuestExport'> => {
  const request = async (translationId: string, urn: string, name: ExportName): Promise<ExportState> => {
    const state = await exports.request(translationId, { name, selection: null })
    const path = `/api/derivatives/${encodeURIComponent(urn)}/${exportFile(name).path}`
    return { ...state, path: state.state === 'ready' ? path : null }
  }
  return {
    requestExport: async ({ actor, parameters: { urn, name } }) =>
      request((await findPackage(actor, urn)).translationId, urn, name),
    async requestGuestExport({ actor, parameters: { urn, name } }) {
      const { translationId, subject } = await findPackage(actor, urn)
      if (!can(actor, 'original:read', subject)) throw new AppError('not-found')
      return request(translationId, urn, name)
    },
  }
}
