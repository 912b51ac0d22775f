import type { AccountActor } from '../../rights/actor.js'
import type { Handlers } from '../../http/mount-routes.js'
import type { ExportService } from './export-service.js'

export interface ExportRouteServices {
  readonly exports: Pick<ExportService, 'request'>
  /** Finds the package of a model that the actor may look at; throws `not-found` for everything else. */
  readonly findPackage: (actor: AccountActor, urn: string) => Promise<{ readonly translationId: string }>
}

export const exportRoutes = ({ exports, findPackage }: ExportRouteServices): Pick<Handlers, 'requestExport'> => ({
  requestExport: async ({ actor, parameters: { urn, name } }) =>
    exports.request((await findPackage(actor, urn)).translationId, name),
})
