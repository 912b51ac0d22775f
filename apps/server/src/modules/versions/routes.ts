import type { Handlers } from '../../platform/http/mount-routes.js'
import type { ResultService } from './result-service.js'
import type { VersionService } from './version-service.js'

export function versionRoutes(
  versions: VersionService,
  results: ResultService,
): Pick<Handlers, 'listVersions' | 'findVersions' | 'restoreVersion' | 'listResults' | 'translateAgain'> {
  return {
    listVersions: ({ actor, parameters }) => versions.list(actor, parameters.id),
    listResults: ({ actor, parameters }) => results.list(actor, parameters.urn),
    translateAgain: ({ actor, parameters, body }) => results.translateAgain(actor, parameters.urn, body.quality),
    findVersions: ({ actor, parameters }) => versions.listByUrn(actor, parameters.urn),
    restoreVersion: ({ actor, parameters }) => versions.restore(actor, parameters.id, Number(parameters.number)),
  }
}
