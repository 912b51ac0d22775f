import { ObjectKey, ProtocolError, type ResourceAccess, type storageRoutes } from '@kamar/aps'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationActor } from '../../../platform/authorization/actor.js'
import { matchesEtag } from '../../../platform/http/conditional.js'
import type { Protocol } from '../protocol.js'
import type { ServiceHandlers } from '../mount-service.js'
import { batchHandlers } from './batch-routes.js'
import { toBucket, createBucket, deleteBucket, listBuckets } from './bucket-service.js'
import { downloadAddress, objectAtAddress } from './download-addresses.js'
import { findBucket, findObject, findObjectIn, type StoredObject } from './find-object.js'
import { parseExtras, nextPage, toObjectDetails } from './object-details.js'
import { copyObject, deleteObject, listObjects, receiveObject } from './object-service.js'
import { formatEtag, type DownloadLabels, sendObject } from './send-object.js'
import { endResource, openResource, signResource } from './signed-resources.js'
import { parseLabels, parseRegion } from './request-labels.js'
import { ObjectUploadService } from './upload-service.js'
import type { ObjectTarget } from './find-object.js'

type Handlers = ServiceHandlers<typeof storageRoutes>

/** Creates the handlers of OSS v2. */
export function storageHandlers(protocol: Protocol): Handlers {
  const uploads = new ObjectUploadService(protocol)
  return {
    ...bucketHandlers(protocol),
    ...objectHandlers(protocol),
    ...transferHandlers(protocol, uploads),
    ...batchHandlers(protocol, uploads),
    ...resourceHandlers(protocol),
  }
}

function bucketHandlers({ database, originOf }: Protocol) {
  return {
    async listBuckets({ application, query, request }) {
      const { items, nextKey } = await listBuckets(database, application, query)
      return { items, ...nextPage(originOf(request), request.url, nextKey) }
    },
    createBucket: ({ application, body, request }) =>
      createBucket(database, application, { ...body, region: parseRegion(request) }),
    async describeBucket({ application, parameters }) {
      return toBucket(await findBucket(database, application, parameters.bucketKey))
    },
    async deleteBucket({ application, parameters }) {
      await deleteBucket(database, application, parameters.bucketKey)
      return undefined
    },
  } satisfies Partial<Handlers>
}

function objectHandlers(protocol: Protocol) {
  const { database, now, originOf } = protocol
  return {
    async listObjects({ application, parameters, query, request }) {
      const bucket = await findBucket(database, application, parameters.bucketKey)
      const { objects, nextKey } = await listObjects(protocol, bucket, query)
      const origin = originOf(request)
      return {
        items: objects.map((object) => toObjectDetails(object, origin)),
        ...nextPage(origin, request.url, nextKey),
      }
    },
    async describeObject({ application, parameters, query, request }) {
      const object = await findObject(database, application, { ...parameters, now: now() })
      return toObjectDetails(object, originOf(request), parseExtras(query.with))
    },
    async readObject({ application, parameters, request, reply }) {
      const object = await findObject(database, application, { ...parameters, now: now() })
      return sendObject(protocol, { request, reply, object })
    },
    async writeObject({ application, parameters, request }) {
      const target = await findTarget(protocol, application, parameters)
      const object = await receiveObject(protocol, request, { ...target, labels: parseLabels(request.headers) })
      return toObjectDetails(object, originOf(request))
    },
    async deleteObject({ application, parameters }) {
      const bucket = await findBucket(database, application, parameters.bucketKey)
      await deleteObject(protocol, bucket, parameters.objectKey)
      return undefined
    },
    async copyObject({ application, parameters: { bucketKey, newObjectKey, objectKey }, request }) {
      const { bucket } = await findTarget(protocol, application, { bucketKey, objectKey: newObjectKey })
      return toObjectDetails(
        await copyObject(protocol, bucket, { from: objectKey, to: newObjectKey }),
        originOf(request),
      )
    },
  } satisfies Partial<Handlers>
}

function transferHandlers(protocol: Protocol, uploads: ObjectUploadService) {
  const { database, now, originOf } = protocol
  return {
    async signUpload({ application, parameters, query, request }) {
      return uploads.sign(await findTarget(protocol, application, parameters), query, originOf(request))
    },
    async completeUpload({ application, parameters, body, request }) {
      const target = await findTarget(protocol, application, parameters)
      await uploads.complete(target, body, parseLabels(request.headers))
      const { bucket, objectKey } = target
      const object = await findObjectIn(database, { bucket, objectKey }, now())
      return toObjectDetails(object, originOf(request))
    },
    async signDownload({ application, parameters, query, request, reply }) {
      const object = await findObject(database, application, { ...parameters, now: now() })
      if (matchesEtag(request.headers['if-none-match'], formatEtag(object))) return reply.code(304).send()
      const options = { labels: query, minutes: query.minutesExpiration, origin: originOf(request) }
      const address = downloadAddress(protocol, object, options)
      return query.redirect === 'true' ? reply.redirect(address.url, 302) : address
    },
    async receivePart({ parameters, request, reply }) {
      const part = /^[1-9]\d{0,4}$/.test(parameters.part) ? Number(parameters.part) : 0
      const etag = await uploads.receivePart(request, parameters.uploadKey, part)
      return reply.header('etag', etag).send()
    },
    async sendObject({ parameters, request, reply }) {
      const object = await objectAtAddress(protocol, request, parameters.id)
      return sendObject(protocol, { request, reply, object, labels: request.query as DownloadLabels })
    },
  } satisfies Partial<Handlers>
}

function resourceHandlers(protocol: Protocol) {
  const { database, now, originOf } = protocol
  const read = (request: FastifyRequest, reply: FastifyReply, object: StoredObject): Promise<FastifyReply> =>
    sendObject(protocol, { request, reply, object })
  return {
    async signResource({ application, parameters, query, body, request }) {
      assertCanSign(application, query.access)
      const target = await findTarget(protocol, application, parameters)
      // Objects that are only written need not exist yet.
      if (query.access === 'read') await findObject(database, application, { ...parameters, now: now() })
      const { minutesExpiration: minutes, singleUse } = body
      return signResource(protocol, target, { access: query.access, minutes, singleUse, origin: originOf(request) })
    },
    async readResource({ parameters, request, reply }) {
      const { bucket, objectKey } = await openResource(protocol, parameters.hash, 'read')
      return read(request, reply, await findObjectIn(database, { bucket, objectKey }, now()))
    },
    async writeResource({ parameters, request }) {
      const target = await openResource(protocol, parameters.hash, 'write')
      const object = await receiveObject(protocol, request, { ...target, labels: parseLabels(request.headers) })
      return toObjectDetails(object, originOf(request))
    },
    async deleteResource({ application, parameters }) {
      const { bucket, objectKey } = await endResource(protocol, application.clientId, parameters.hash)
      await deleteObject(protocol, bucket, objectKey)
      return undefined
    },
  } satisfies Partial<Handlers>
}

/** Finds the target of a write: a bucket of the application and a valid key. */
async function findTarget(
  { database }: Protocol,
  application: ApplicationActor,
  { bucketKey, objectKey }: { readonly bucketKey: string; readonly objectKey: string },
): Promise<ObjectTarget> {
  if (!ObjectKey.safeParse(objectKey).success) throw new ProtocolError(400, 'The object key is not valid')
  return { bucket: await findBucket(database, application, bucketKey), objectKey }
}

/** Throws unless the scopes permit it: a client that may only read can only sign URLs for reading. */
function assertCanSign({ scopes }: ApplicationActor, access: ResourceAccess): void {
  if (access === 'read' || scopes.has('data:write')) return
  throw new ProtocolError(403, 'Token does not have the privilege for this request.', { gatewayCode: 'AUTH-010' })
}
