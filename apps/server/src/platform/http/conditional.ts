/** Returns whether `If-None-Match` names this ETag (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === opaque
  })
}

/** Returns whether a client accepts a content coding (RFC 9110, 12.5.3). */
export function acceptsEncoding(acceptEncoding: string | undefined, coding: string): boolean {
  let byStar = false
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((parameter) => parameter.trim())
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (name === coding) return !refused
    if (name === '*') byStar = !refused
  }
  return byStar
}
