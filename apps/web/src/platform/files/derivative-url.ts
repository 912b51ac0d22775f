/** Returns the address of a file of a model's view package. */
export function derivativeUrl(urn: string, path: string): string {
  return `/api/derivatives/${encodeURIComponent(urn)}/${path}`
}

/** Number of hash digits in a file's address: enough for the browser to cache the response permanently. */
const versionDigits = 16

/** Returns the address of a file with a known hash; its content never changes. */
export function versionedDerivativeUrl(urn: string, path: string, sha256: string): string {
  return `${derivativeUrl(urn, path)}?v=${sha256.slice(0, versionDigits)}`
}
