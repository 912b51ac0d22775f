import type { ProtocolService } from './protocol-route.js'

/** Error codes about tokens from the gateway in front of the services. */
export type GatewayCode = 'AUTH-001' | 'AUTH-006' | 'AUTH-010'

/** Error in the protocol's own wording; clients compare some messages, so they are never translated. */
export class ProtocolError extends Error {
  readonly status: number
  /** Set when the gateway rejects the request before it reaches a service. */
  readonly gatewayCode: GatewayCode | null
  /** Error code of RFC 6749 (`invalid_scope`), set by the token endpoint. */
  readonly oauthCode: string | null
  constructor(status: number, reason: string, { gatewayCode, oauthCode, cause }: ProtocolErrorDetails = {}) {
    super(reason, { cause })
    this.name = 'ProtocolError'
    this.status = status
    this.gatewayCode = gatewayCode ?? null
    this.oauthCode = oauthCode ?? null
  }
}

/** Optional details of a `ProtocolError` besides its status and message. */
export interface ProtocolErrorDetails {
  readonly gatewayCode?: GatewayCode
  readonly oauthCode?: string
  readonly cause?: unknown
}

const moreInformation = 'https://developer.api.autodesk.com/documentation/v1/errors/'

/** Returns the body of an error response in the format of the service. */
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
