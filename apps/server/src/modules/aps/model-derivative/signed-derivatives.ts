import { createHash } from 'node:crypto'
import { parseDerivativeUrn, ProtocolError, SignedCookiesQuery } from '@kamar/aps'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DerivativeFile, describeDerivative, findDerivative } from './derivative-files.js'
import { type DesignRow, findDesign } from './designs.js'
import type { Protocol } from '../protocol.js'

const suffix = '/signedcookies'
/** Query parameters that clients append to the signed URL, which opens the file without them. */
const decoration = ['Policy', 'Key-Pair-Id', 'Signature']
const keyPairId = 'kamar'

/** Returns the requested path below `output/`; throws 404 for a derivative of another design. */
export function derivativePath(text: string, urn: string): { readonly path: string; readonly isSigned: boolean } {
  const isSigned = text.endsWith(suffix)
  const address = parseDerivativeUrn(isSigned ? text.slice(0, -suffix.length) : text)
  if (address === null || address.urn.replace(/=+$/, '') !== urn) {
    throw new ProtocolError(404, 'There is no such derivative')
  }
  return { path: address.path, isSigned }
}

interface SignedResponse {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly design: DesignRow
  readonly path: string
  readonly derivative: DerivativeFile
}

/**
 * Creates a URL that opens a derivative without further credentials, and the three cookies that clients expect with it.
 */
export async function signedCookies(
  services: Protocol,
  { request, reply, design, path, derivative }: SignedResponse,
): Promise<FastifyReply> {
  const options = SignedCookiesQuery.safeParse(request.query)
  if (!options.success) throw new ProtocolError(400, 'minutes-expiration is 1 to 360; a disposition is an attachment')
  const { 'minutes-expiration': minutes, 'response-content-disposition': disposition } = options.data
  const expiresAt = new Date(services.now().getTime() + minutes * 60_000)
  const address = services.addresses.sign({
    method: 'GET',
    path: `/modelderivative/v2/signed/${design.urn}/${path.split('/').map(encodeURIComponent).join('/')}`,
    expiresAt,
    parameters: {
      application: design.application_id,
      ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
    },
  })
  const url = services.originOf(request) + address
  const { size, etag } = await describeDerivative(services, derivative)
  for (const cookie of createCookies(url, expiresAt)) reply.header('set-cookie', cookie)
  return reply.send({ etag, size, url, 'content-type': derivative.contentType, expiration: expiresAt.getTime() })
}

/** Creates the cookies; clients tell them apart by their order. */
function createCookies(url: string, expiresAt: Date): string[] {
  const epoch = Math.floor(expiresAt.getTime() / 1000)
  const statement = { Resource: url, Condition: { DateLessThan: { 'AWS:EpochTime': epoch } } }
  const policy = Buffer.from(JSON.stringify({ Statement: [statement] })).toString('base64url')
  const values = [
    ['Policy', policy],
    ['Key-Pair-Id', keyPairId],
    ['Signature', createHash('sha256').update(url).digest('base64url')],
  ]
  return values.map(
    ([name, value]) => `CloudFront-${name}=${value}; Path=/modelderivative/; HttpOnly; SameSite=None; Secure`,
  )
}

/** Opens the file of a signed URL; throws 403 for an unsigned one, and 404 for a file deleted since. */
export async function openSigned(
  services: Protocol,
  request: FastifyRequest,
  { urn, '*': path }: { readonly urn: string; readonly '*': string },
): Promise<{ readonly design: DesignRow; readonly derivative: DerivativeFile }> {
  services.addresses.check({ method: request.method, url: withoutDecoration(request.url) })
  const { application } = request.query as { readonly application?: string }
  const design = await findDesign(services.database, { applicationId: application ?? '' }, urn)
  return { design, derivative: await findDerivative(services, design, path) }
}

function withoutDecoration(url: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  for (const name of decoration) parameters.delete(name)
  return `${path}?${parameters.toString()}`
}
