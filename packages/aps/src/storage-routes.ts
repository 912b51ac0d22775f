import { protocolRoute } from './protocol-route.js'
import type { ScopeAlternatives } from '@kamar/contracts'
import * as shapes from './storage-shapes.js'

const bytes = 'application/octet-stream'
const bucket = '/oss/v2/buckets/:bucketKey'
const object = '/oss/v2/buckets/:bucketKey/objects/:objectKey'

// Clients request different scopes; a wider set never grants more than the documented one.
const readBuckets: ScopeAlternatives = [['bucket:read'], ['data:read']]
const readObjects: ScopeAlternatives = [['data:read']]
const writeObjects: ScopeAlternatives = [['data:write'], ['data:create']]

const buckets = {
  listBuckets: protocolRoute({
    method: 'GET',
    path: '/oss/v2/buckets',
    summary: 'The application’s buckets by key; `next` is the address of the next page',
    access: readBuckets,
    query: shapes.PageQuery,
    response: shapes.BucketPage,
  }),
  createBucket: protocolRoute({
    method: 'POST',
    path: '/oss/v2/buckets',
    summary: 'Make a bucket; its policy decides how long objects are kept (24 hours, 30 days, for ever)',
    access: [['bucket:create']],
    body: shapes.NewBucket,
    response: shapes.Bucket,
  }),
  describeBucket: protocolRoute({
    method: 'GET',
    path: `${bucket}/details`,
    summary: 'One bucket',
    access: readBuckets,
    response: shapes.Bucket,
  }),
  deleteBucket: protocolRoute({
    method: 'DELETE',
    path: bucket,
    summary: 'Delete a bucket with everything in it',
    access: [['bucket:delete']],
    response: null,
  }),
} as const

const objects = {
  listObjects: protocolRoute({
    method: 'GET',
    path: `${bucket}/objects`,
    summary: 'The objects of a bucket by key',
    access: [['data:read']],
    query: shapes.ObjectPageQuery,
    response: shapes.ObjectPage,
  }),
  describeObject: protocolRoute({
    method: 'GET',
    path: `${object}/details`,
    summary: 'One object; `with` adds dates and metadata',
    access: readObjects,
    query: shapes.DetailsQuery,
    response: shapes.ObjectDetails,
  }),
  readObject: protocolRoute({
    method: 'GET',
    path: object,
    summary: 'The bytes of an object, whole or a range (as older clients do it)',
    access: readObjects,
    produces: bytes,
    response: null,
  }),
  writeObject: protocolRoute({
    method: 'PUT',
    path: object,
    summary: 'Upload an object in one request (as older clients do it)',
    access: writeObjects,
    consumes: bytes,
    response: shapes.ObjectDetails,
  }),
  deleteObject: protocolRoute({
    method: 'DELETE',
    path: object,
    summary: 'Delete an object',
    access: [['data:write']],
    response: null,
  }),
  copyObject: protocolRoute({
    method: 'PUT',
    path: `${object}/copyto/:newObjectKey`,
    summary: 'Copy an object within its bucket; no bytes are moved',
    access: writeObjects,
    response: shapes.ObjectDetails,
  }),
} as const

const transfers = {
  signUpload: protocolRoute({
    method: 'GET',
    path: `${object}/signeds3upload`,
    summary: 'Signed addresses for the parts of an upload; with `uploadKey` for more parts of one that is under way',
    access: writeObjects,
    query: shapes.UploadAddressesQuery,
    response: shapes.UploadAddresses,
  }),
  completeUpload: protocolRoute({
    method: 'POST',
    path: `${object}/signeds3upload`,
    summary: 'Put the parts together; the object is there from then on',
    access: writeObjects,
    body: shapes.UploadCompletion,
    response: shapes.ObjectDetails,
  }),
  signDownload: protocolRoute({
    method: 'GET',
    path: `${object}/signeds3download`,
    summary: 'A signed address for downloading an object',
    access: readObjects,
    query: shapes.DownloadQuery,
    response: shapes.DownloadAddress,
  }),
  signUploads: protocolRoute({
    method: 'POST',
    path: `${bucket}/objects/batchsigneds3upload`,
    summary: 'Signed addresses for the parts of up to 25 objects',
    access: writeObjects,
    body: shapes.BatchUploadAddresses,
    response: shapes.BatchUploadResults,
  }),
  completeUploads: protocolRoute({
    method: 'POST',
    path: `${bucket}/objects/batchcompleteupload`,
    summary: 'Put the parts of up to 25 objects together',
    access: writeObjects,
    body: shapes.BatchCompletion,
    response: shapes.BatchCompletionResults,
  }),
  signDownloads: protocolRoute({
    method: 'POST',
    path: `${bucket}/objects/batchsigneds3download`,
    summary: 'Signed addresses for downloading up to 25 objects',
    access: readObjects,
    body: shapes.BatchDownload,
    response: shapes.BatchDownloadResults,
  }),
  receivePart: protocolRoute({
    method: 'PUT',
    path: '/oss/v2/transfers/uploads/:uploadKey/:part',
    summary: 'One part of an upload, to the address that was signed for it; answers its ETag',
    access: 'signed-address',
    query: shapes.SignedAddressQuery,
    consumes: bytes,
    response: null,
  }),
  sendObject: protocolRoute({
    method: 'GET',
    path: '/oss/v2/transfers/downloads/:id',
    summary: 'The bytes of an object, whole or a range, at the address that was signed for it',
    access: 'signed-address',
    query: shapes.SignedAddressQuery,
    produces: bytes,
    response: null,
  }),
} as const

const resource = '/oss/v2/signedresources/:hash'

const resources = {
  signResource: protocolRoute({
    method: 'POST',
    path: `${object}/signed`,
    summary: 'An address by which anybody may read or write one object for a while',
    access: [['data:write'], ['data:read']],
    query: shapes.SignedResourceQuery,
    body: shapes.NewSignedResource,
    response: shapes.SignedResource,
  }),
  readResource: protocolRoute({
    method: 'GET',
    path: resource,
    summary: 'Download by a signed resource, whole or a range',
    access: 'signed-address',
    produces: bytes,
    response: null,
  }),
  writeResource: protocolRoute({
    method: 'PUT',
    path: resource,
    summary: 'Upload by a signed resource',
    access: 'signed-address',
    consumes: bytes,
    response: shapes.ObjectDetails,
  }),
  deleteResource: protocolRoute({
    method: 'DELETE',
    path: resource,
    summary: 'Delete the object of one of the application’s signed resources, and the resource',
    access: [['data:write']],
    response: null,
  }),
} as const

/** Routes of OSS v2: buckets, objects, signed transfers, signed resources. */
export const storageRoutes = { ...buckets, ...objects, ...transfers, ...resources } as const
