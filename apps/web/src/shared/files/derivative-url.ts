/** Address of a file of a model's view package. */
export function derivativeUrl(urn: string, path: string): string {
  return `/api/derivatives/${encodeURIComponent(urn)}/${path}`
}

/** Digits of a file's hash in its address: enough that the browser may keep the answer for ever. */
const versionDigits = 16

/** The same of a file whose bytes are known: they never change. */
export function versionedDerivativeUrl(urn: string, path: string, sha256: string): string {
  return `${derivativeUrl(urn, path)}?v=${sha256.slice(0, versionDigits)}`
}
