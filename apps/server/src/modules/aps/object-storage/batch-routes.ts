import { ProtocolError, storageLimits, type storageRoutes } from '@kamar/aps'
import type { Protocol } from '../protocol.js'
import type { ServiceHandlers } from '../mount-service.js'
import { inBatch } from './batch.js'
import { downloadAddress } from './download-addresses.js'
import { findBucket, findObjectIn } from './find-object.js'
import { toObjectDetails } from './object-details.js'
import { labels } from './request-labels.js'
import type { ObjectUploadService } from './upload-service.js'

type BatchHandlers = Pick<ServiceHandlers<typeof storageRoutes>, 'signUploads' | 'completeUploads' | 'signDownloads'>

/** Creates the handlers for up to 25 objects at once; each object has its own result. */
export function batchHandlers(protocol: Protocol, uploads: ObjectUploadService): BatchHandlers {
  const { database, now, originOf } = protocol
  const minutes = storageLimits.defaultAddressMinutes
  return {
    async signUploads({ application, parameters, body, request }) {
      const bucket = await findBucket(database, application, parameters.bucketKey)
      assertAddressLimit(body.requests)
      return inBatch(body.requests, ({ objectKey, ...options }) =>
        uploads.sign({ bucket, objectKey }, { ...options, minutesExpiration: minutes }, originOf(request)),
      )
    },
    async completeUploads({ application, parameters, body, request }) {
      const bucket = await findBucket(database, application, parameters.bucketKey)
      return inBatch(body.requests, async ({ objectKey, ...completion }) => {
        const declaredLabels = labels(completion['x-ads-meta-Content-Type'], completion['x-ads-user-defined-metadata'])
        await uploads.complete({ bucket, objectKey }, completion, declaredLabels)
        const object = await findObjectIn(database, { bucket, objectKey }, now())
        return { status: 'success', ...toObjectDetails(object, originOf(request)) }
      })
    },
    async signDownloads({ application, parameters, body, request }) {
      const bucket = await findBucket(database, application, parameters.bucketKey)
      return inBatch(body.requests, async ({ objectKey, ...options }) => {
        const object = await findObjectIn(database, { bucket, objectKey }, now())
        return downloadAddress(protocol, object, { labels: options, minutes, origin: originOf(request) })
      })
    },
  }
}

/** Throws unless all requests together have at most as many URLs as a call for one object may have. */
function assertAddressLimit(requests: readonly { readonly parts: number }[]): void {
  const parts = requests.reduce((sum, request) => sum + request.parts, 0)
  if (parts > storageLimits.maxBatch * storageLimits.maxBatch) throw new ProtocolError(400, 'Too many parts')
}
