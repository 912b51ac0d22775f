import type { IncomingMessage } from 'node:http'

// Standard base64 has slashes, and clients put it into the path as it is.
const slashedUrn =
  /^(\/modelderivative\/v2\/designdata\/)([\w+=-]+(?:\/[\w+=-]+)+?)(?=\/(?:manifest|metadata|thumbnail|references)(?:[/?]|$))/
const regional = /^\/modelderivative\/v2\/regions\/([a-z]{2,4})\//i

/**
 * Rewrites the URL for routing. Clients join origin and path with two slashes, put URNs in standard base64 into paths,
 * and some name the region of a design in the path, where others send a header.
 */
export function rewriteAddress(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const address = (request.url ?? '/').replace(/^\/{2,}/, '/')
  const region = regional.exec(address)?.[1]
  if (region !== undefined) request.headers['region'] ??= region
  return address
    .replace(regional, '/modelderivative/v2/')
    .replace(slashedUrn, (_, start: string, urn: string) => start + urn.replaceAll('/', '_').replaceAll('+', '-'))
}
