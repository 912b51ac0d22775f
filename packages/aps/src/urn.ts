/**
 * Maximum length of a base64 text that can name an object: bucket (128) and key (1024), including doubly encoded names.
 */
const maxUrnCharacters = 4096
const objectPrefix = 'urn:adsk.objects:os.object:'
const derivativePrefix = 'urn:adsk.viewing:fs.file:'

/** Address of an object: bucket and key, both as given and never percent-encoded. */
export interface ObjectAddress {
  readonly bucketKey: string
  readonly objectKey: string
}

/** Address of a file derived from a model. */
export interface DerivativeAddress {
  /** As in the URN: base64 of any alphabet, not decoded. */
  readonly urn: string
  /** Relative, with forward slashes; not yet checked for `..`. */
  readonly path: string
}

/** Returns the object id used in responses: `urn:adsk.objects:os.object:bucket/key`. */
export const toObjectId = ({ bucketKey, objectKey }: ObjectAddress): string =>
  `${objectPrefix}${bucketKey}/${objectKey}`

/** Parses an object id; null for anything else. */
export function parseObjectId(objectId: string): ObjectAddress | null {
  if (!objectId.startsWith(objectPrefix)) return null
  const [, bucketKey, objectKey] = /^([^/]+)\/([^]+)$/.exec(objectId.slice(objectPrefix.length)) ?? []
  return bucketKey === undefined || objectKey === undefined ? null : { bucketKey, objectKey }
}

/** Encodes a text as base64url without padding, the form in which responses name a design. */
export function encodeUrn(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Decodes the URN of a design. Clients send base64 or base64url, padded or not, some prefixed with `urn:`, and in
 * references also the object id itself. Null when it is none of these, or not UTF-8.
 */
export function decodeUrn(urn: string): string | null {
  if (urn.length <= maxUrnCharacters && parseObjectId(urn) !== null) return urn
  const bare = bareUrn(urn)
  if (bare === null) return null
  try {
    const binary = atob(bare.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Normalises a URN to the spelling that is stored and compared; null when it is invalid. */
export function normaliseUrn(urn: string): string | null {
  const text = decodeUrn(urn)
  return text === null ? null : encodeUrn(text)
}

/** Returns a URN without `urn:` and padding; null when it is neither base64 nor base64url. */
export function bareUrn(urn: string): string | null {
  const bare = urn.replace(/^urn:/i, '').replace(/={1,2}$/, '')
  return bare.length <= maxUrnCharacters && /^[\w+/-]+$/.test(bare) ? bare : null
}

/** Returns the URN of a derivative in a manifest. */
export const toDerivativeUrn = ({ urn, path }: DerivativeAddress): string => `${derivativePrefix}${urn}/output/${path}`

/**
 * Parses the URN of a derivative; null for anything else. The prefix may be missing, as some client routers remove it.
 */
export function parseDerivativeUrn(text: string): DerivativeAddress | null {
  const match = /^(?:urn:adsk\.viewing:fs\.file:)?([\w+=/-]+?)\/output\/([^]+)$/.exec(text)
  return match === null ? null : { urn: match[1] ?? '', path: match[2] ?? '' }
}
