import { ProtocolError } from '@kamar/aps'
import { type ScopeAlternatives } from '@kamar/contracts'
import type { ApplicationActor } from '../../platform/authorization/actor.js'
import { canCall } from '../../platform/authorization/permissions.js'
import type { ClientTokens } from './authentication/client-tokens.js'

/** Identifies the calling application and checks its scopes; throws 401 or 403 with the gateway's error texts. */
export type ApplicationGuard = (
  authorization: string | undefined,
  alternatives: ScopeAlternatives,
) => Promise<ApplicationActor>

export function createApplicationGuard(tokens: ClientTokens): ApplicationGuard {
  return async (authorization, alternatives) => {
    const token = /^Bearer ([\w.-]{1,8000})$/i.exec(authorization ?? '')?.[1]
    const application = token === undefined ? null : await tokens.identify(token)
    if (application === null) {
      throw new ProtocolError(401, 'Access token provided is invalid or expired.', { gatewayCode: 'AUTH-006' })
    }
    if (!canCall(application, alternatives)) {
      throw new ProtocolError(403, 'Token does not have the privilege for this request.', { gatewayCode: 'AUTH-010' })
    }
    return application
  }
}
