import type { Handlers } from '../../http/mount-routes.js'
import type { VersionService } from './version-service.js'

export function versionRoutes(
  versions: VersionService,
): Pick<Handlers, 'listVersions' | 'findVersions' | 'restoreVersion'> {
  return {
    listVersions: ({ actor, parameters }) => versions.list(actor, parameters.id),
    findVersions: ({ actor, parameters }) => versions.listOf(actor, parameters.urn),
    restoreVersion: ({ actor, parameters }) => versions.restore(actor, parameters.id, Number(parameters.number)),
  }
}
