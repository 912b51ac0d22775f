import type { IncomingHttpHeaders } from 'node:http'
import { ProtocolError, storageLimits } from '@kamar/aps'
import type { FastifyRequest } from 'fastify'
import { headerText } from './send-object.js'
import type { ObjectLabels } from './upload-service.js'

const plainBytes = 'application/octet-stream'

/** Parses content type and metadata of an object from the headers of its upload. */
export function parseLabels(headers: IncomingHttpHeaders): ObjectLabels {
  const { 'x-ads-meta-content-type': declaredValue, 'x-ads-user-defined-metadata': metadata } = headers
  const type = typeof declaredValue === 'string' ? declaredValue : headers['content-type']
  return labels(type, typeof metadata === 'string' ? metadata : undefined)
}

/** Parses them from a body. */
export function labels(contentType: string | undefined, metadata: string | undefined): ObjectLabels {
  if (metadata !== undefined && metadata.length > storageLimits.maxMetadataCharacters) {
    throw new ProtocolError(400, 'The metadata is too long')
  }
  return { contentType: headerText(contentType) ?? plainBytes, metadata: metadata ?? null }
}

/**
 * Parses the requested data region from either of two headers. There is one location here, so that it is only stored
 * and returned.
 */
export function parseRegion({ headers }: FastifyRequest): string | undefined {
  const declaredValue = headers['x-ads-region'] ?? headers['region']
  return typeof declaredValue === 'string' && /^[A-Z]{2,4}$/i.test(declaredValue)
    ? declaredValue.toUpperCase()
    : undefined
}
