import type { FileAddress } from '@kamar/package-format/read'

/** Returns the address of a file of a model's view package. */
export function derivativeUrl(urn: string, path: string): string {
  return `/api/derivatives/${encodeURIComponent(urn)}/${path}`
}

/** Number of hash digits in a file's address: enough for the browser to cache the response permanently. */
const versionDigits = 16

/** Returns the URL of a file of a model's view package; its content never changes if the address has a hash. */
export function fileUrl(urn: string, { path, sha256 }: FileAddress): string {
  const url = derivativeUrl(urn, path)
  return sha256 === undefined ? url : `${url}?v=${sha256.slice(0, versionDigits)}`
}
