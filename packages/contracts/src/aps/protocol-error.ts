import type { ProtocolService } from './protocol-route.js'

/** What the gateway in front of the services says about tokens. */
export type GatewayCode = 'AUTH-001' | 'AUTH-006' | 'AUTH-010'

/** A refusal in the protocol's own words; clients compare some of them, so they are never translated. */
export class ProtocolError extends Error {
  readonly status: number
  /** Set where the gateway refuses, before any service has looked. */
  readonly gatewayCode: GatewayCode | null
  /** Error code of RFC 6749 (`invalid_scope`) where the token endpoint refuses. */
  readonly oauthCode: string | null
  constructor(status: number, reason: string, { gatewayCode, oauthCode, cause }: ProtocolErrorDetails = {}) {
    super(reason, { cause })
    this.name = 'ProtocolError'
    this.status = status
    this.gatewayCode = gatewayCode ?? null
    this.oauthCode = oauthCode ?? null
  }
}

/** What a `ProtocolError` may say besides its status and its words. */
export interface ProtocolErrorDetails {
  readonly gatewayCode?: GatewayCode
  readonly oauthCode?: string
  readonly cause?: unknown
}

const moreInformation = 'https://developer.api.autodesk.com/documentation/v1/errors/'

/** The body of an error answer as the clients of a service read it. */
export function protocolErrorBody(service: ProtocolService, error: ProtocolError): Readonly<Record<string, unknown>> {
  const { message, gatewayCode, oauthCode } = error
  if (gatewayCode) {
    return {
      developerMessage: message,
      userMessage: '',
      errorCode: gatewayCode,
      'more info': `${moreInformation}${gatewayCode}`,
    }
  }
  if (service === 'authentication') {
    return { error: oauthCode ?? 'invalid_request', error_description: message, developerMessage: message }
  }
  if (service === 'storage') return { reason: message }
  return service === 'derivative' ? { diagnostic: message } : { id: String(error.status), detail: [message] }
}
