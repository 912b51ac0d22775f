import type { Handlers } from '../../../platform/http/mount-routes.js'
import type { ApplicationService } from './application-service.js'

type ApplicationRouteName =
  | 'listApplications'
  | 'createApplication'
  | 'renewApplicationSecret'
  | 'revokeApplication'
  | 'removeApplication'

/** Creates the handlers of the page "API access". */
export function applicationHandlers(applications: ApplicationService): Pick<Handlers, ApplicationRouteName> {
  return {
    listApplications: ({ actor }) => applications.list(actor),
    createApplication: ({ actor, body }) => applications.create(actor, body),
    renewApplicationSecret: ({ actor, parameters }) => applications.renewSecret(actor, parameters.id),
    revokeApplication: ({ actor, parameters }) => applications.revoke(actor, parameters.id),
    removeApplication: ({ actor, parameters }) => applications.remove(actor, parameters.id),
  }
}
