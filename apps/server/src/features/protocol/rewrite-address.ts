import type { IncomingMessage } from 'node:http'

const regional = /^\/modelderivative\/v2\/regions\/([a-z]{2,4})\//i

/**
 * The address a request is routed by. Clients join origin and path with two slashes; and some name the region of a design
 * in the path, where others send a header.
 */
export function rewriteAddress(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const address = (request.url ?? '/').replace(/^\/{2,}/, '/')
  const region = regional.exec(address)?.[1]
  if (region === undefined) return address
  request.headers['region'] ??= region
  return address.replace(regional, '/modelderivative/v2/')
}
