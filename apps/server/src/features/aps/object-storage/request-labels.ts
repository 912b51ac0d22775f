import type { IncomingHttpHeaders } from 'node:http'
import { ProtocolError, storageLimits } from '@kamar/contracts/aps'
import type { FastifyRequest } from 'fastify'
import { headerText } from './send-object.js'
import type { ObjectLabels } from './upload-service.js'

const plainBytes = 'application/octet-stream'

/** Content type and metadata of an object, as the headers of its upload state them. */
export function parseLabels(headers: IncomingHttpHeaders): ObjectLabels {
  const { 'x-ads-meta-content-type': declaredValue, 'x-ads-user-defined-metadata': metadata } = headers
  const type = typeof declaredValue === 'string' ? declaredValue : headers['content-type']
  return labels(type, typeof metadata === 'string' ? metadata : undefined)
}

/** The same where they stand in a body. */
export function labels(contentType: string | undefined, metadata: string | undefined): ObjectLabels {
  if (metadata !== undefined && metadata.length > storageLimits.maxMetadataCharacters) {
    throw new ProtocolError(400, 'The metadata is too long')
  }
  return { contentType: headerText(contentType) ?? plainBytes, metadata: metadata ?? null }
}

/** Where a client wants its data: said in one of two headers. There is one place here, so that it is kept and repeated. */
export function parseRegion({ headers }: FastifyRequest): string | undefined {
  const declaredValue = headers['x-ads-region'] ?? headers['region']
  return typeof declaredValue === 'string' && /^[A-Z]{2,4}$/i.test(declaredValue)
    ? declaredValue.toUpperCase()
    : undefined
}
