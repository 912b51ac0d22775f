/** Address of a file of a model's view package. */
export function derivativeUrl(urn: string, path: string): string {
  return `/api/derivatives/${encodeURIComponent(urn)}/${path}`
}
