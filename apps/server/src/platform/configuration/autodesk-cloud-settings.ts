import type { CloudSettings } from '@kamar/translation'
import type { Environment } from './environment.js'

const regions = ['US', 'EMEA', 'AUS', 'CAN', 'DEU', 'IND', 'JPN', 'GBR']
const service = 'https://developer.api.autodesk.com'

/**
 * Reads the credentials for Autodesk's cloud, or returns null; throws `RangeError` for invalid settings. The error
 * never quotes the secret.
 */
export function readAutodeskCloud(environment: Environment): CloudSettings | null {
  const {
    KAMAR_AUTODESK_BASE_URL: address = '',
    KAMAR_AUTODESK_CLIENT_ID: clientId = '',
    KAMAR_AUTODESK_CLIENT_SECRET: clientSecret = '',
    KAMAR_AUTODESK_REGION: region = '',
  } = environment
  if (!clientId && !clientSecret) {
    if (!address && !region) return null
    throw new RangeError('KAMAR_AUTODESK_REGION and KAMAR_AUTODESK_BASE_URL need KAMAR_AUTODESK_CLIENT_ID.')
  }
  if (!clientId || !clientSecret)
    throw new RangeError('KAMAR_AUTODESK_CLIENT_ID and KAMAR_AUTODESK_CLIENT_SECRET must be set together.')
  if (region && !regions.includes(region))
    throw new RangeError(`KAMAR_AUTODESK_REGION must be one of ${regions.join(', ')}, not "${region}".`)
  return { clientId, clientSecret, region: region || 'US', baseUrl: baseUrl(address || service) }
}

/** Parses the base URL, which receives files and credentials: it must be HTTPS or on this machine. */
function baseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  const isRight = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (url && isRight && url.pathname === '/' && !url.search && !url.hash && !url.username) return url
  throw new RangeError(`KAMAR_AUTODESK_BASE_URL must be an https address without a path, not "${text}".`)
}
