/** Longest base64 text that can name an object: bucket (128) and key (1024), doubly encoded names included. */
const maxUrnCharacters = 4096
const objectPrefix = 'urn:adsk.objects:os.object:'
const derivativePrefix = 'urn:adsk.viewing:fs.file:'

/** Where an object lies: bucket and key, both as they were given and never percent-encoded. */
export interface ObjectAddress {
  readonly bucketKey: string
  readonly objectKey: string
}

/** A file that was made of a model. */
export interface DerivativeAddress {
  /** As the URN has it: base64 of whatever alphabet, not decoded. */
  readonly urn: string
  /** Relative, with forward slashes; not yet checked for `..`. */
  readonly path: string
}

/** How an object is called in answers: `urn:adsk.objects:os.object:bucket/key`. */
export const toObjectId = ({ bucketKey, objectKey }: ObjectAddress): string =>
  `${objectPrefix}${bucketKey}/${objectKey}`

/** The object that an id names; null for anything else. */
export function parseObjectId(objectId: string): ObjectAddress | null {
  if (!objectId.startsWith(objectPrefix)) return null
  const [, bucketKey, objectKey] = /^([^/]+)\/([^]+)$/.exec(objectId.slice(objectPrefix.length)) ?? []
  return bucketKey === undefined || objectKey === undefined ? null : { bucketKey, objectKey }
}

/** Text as base64url without padding, the form in which answers name a design. */
export function encodeUrn(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * The text behind the URN of a design. Clients send base64 or base64url, padded or not, some with `urn:` before it, and
 * where they name references also the id of the object itself. Null when it is none of these, or no UTF-8.
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

/** A URN in the one spelling that is stored and compared; null when it is none. */
export function normaliseUrn(urn: string): string | null {
  const text = decodeUrn(urn)
  return text === null ? null : encodeUrn(text)
}

/** A URN without `urn:` and padding; null when it is neither base64 nor base64url. */
export function bareUrn(urn: string): string | null {
  const bare = urn.replace(/^urn:/i, '').replace(/={1,2}$/, '')
  return bare.length <= maxUrnCharacters && /^[\w+/-]+$/.test(bare) ? bare : null
}

/** How a derivative is called in a manifest. */
export const toDerivativeUrn = ({ urn, path }: DerivativeAddress): string => `${derivativePrefix}${urn}/output/${path}`

/** The file that a derivative's URN names; null for anything else. The prefix may be left out by the client's router. */
export function parseDerivativeUrn(text: string): DerivativeAddress | null {
  const match = /^(?:urn:adsk\.viewing:fs\.file:)?([\w+=/-]+?)\/output\/([^]+)$/.exec(text)
  return match === null ? null : { urn: match[1] ?? '', path: match[2] ?? '' }
}
