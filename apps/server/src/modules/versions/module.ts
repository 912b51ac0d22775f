import { versionsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { ResultService } from './result-service.js'
import { VersionService } from './version-service.js'

/** Versions of a file, and the results of a version. */
export const versionsModule = defineModule({
  id: 'versions',
  routes: versionsRoutes,
  create: (context) => ({ versions: new VersionService(context), results: new ResultService(context) }),
  handlers: ({ service: { results, versions } }) => ({
    listVersions: ({ actor, parameters }) => versions.list(actor, parameters.id),
    listResults: ({ actor, parameters }) => results.list(actor, parameters.urn),
    translateAgain: ({ actor, parameters, body }) => results.translateAgain(actor, parameters.urn, body.quality),
    findVersions: ({ actor, parameters }) => versions.listByUrn(actor, parameters.urn),
    restoreVersion: ({ actor, parameters }) => versions.restore(actor, parameters.id, Number(parameters.number)),
  }),
})
