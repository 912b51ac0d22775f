import { z } from 'zod'

/** Limits of the storage service, with units in their names. */
export const storageLimits = {
  maxObjectKeyCharacters: 1024,
  maxPageSize: 100,
  defaultPageSize: 10,
  /** Minimum size of every part but the last. */
  minPartBytes: 5 * 1024 ** 2,
  maxParts: 10_000,
  /** Maximum number of signed addresses per request, and of objects per batch. */
  maxBatch: 25,
  defaultAddressMinutes: 2,
  maxAddressMinutes: 60,
  defaultResourceMinutes: 60,
  maxResourceMinutes: 30 * 24 * 60,
  /** Lifetime of an incomplete upload since its last request. */
  uploadLifetimeHours: 24,
  /** Maximum incomplete uploads of one application. */
  maxOpenUploads: 1000,
  maxMetadataCharacters: 1024,
} as const

/** Retention policies of a bucket's objects: a day, thirty days, or until deleted. */
export const retentionPolicies = ['transient', 'temporary', 'persistent'] as const
/** One of `retentionPolicies`. */
export type RetentionPolicy = (typeof retentionPolicies)[number]

/** Retention in hours after the upload; null for unlimited. */
export const retentionHours: Readonly<Record<RetentionPolicy, number | null>> = {
  transient: 24,
  temporary: 30 * 24,
  persistent: null,
}

const Integer = z.coerce.number().int()
const flag = z.enum(['true', 'false'])
const AddressMinutes = Integer.min(1).max(storageLimits.maxAddressMinutes).default(storageLimits.defaultAddressMinutes)

/** Bucket key: lower case and URL-safe. */
export const BucketKey = z.string().regex(/^[-_.a-z0-9]{3,128}$/)
/** Object key: any text that is not only dots. */
export const ObjectKey = z
  .string()
  .min(1)
  .max(storageLimits.maxObjectKeyCharacters)
  .regex(/^(?!\.{1,2}$)[^\p{Cc}]+$/u)

/** Bucket to create. */
export const NewBucket = z.object({
  bucketKey: BucketKey,
  policyKey: z.enum(retentionPolicies).default('transient'),
  allow: z.array(z.object({ authId: z.string(), access: z.string() })).optional(),
})
/** Bucket; `createdDate` in milliseconds since 1970. */
export const Bucket = z.object({
  bucketKey: z.string(),
  bucketOwner: z.string(),
  createdDate: z.number(),
  permissions: z.array(z.object({ authId: z.string(), access: z.string() })),
  policyKey: z.enum(retentionPolicies),
})
export type Bucket = z.infer<typeof Bucket>
/** Page of buckets; `next` is the address of the next one. */
export const BucketPage = z.object({
  items: z.array(Bucket.pick({ bucketKey: true, createdDate: true, policyKey: true })),
  next: z.string().optional(),
})
export type BucketPage = z.infer<typeof BucketPage>

/** Page of a list to return. */
export const PageQuery = z.object({
  limit: Integer.min(1).max(storageLimits.maxPageSize).default(storageLimits.defaultPageSize),
  startAt: z.string().max(storageLimits.maxObjectKeyCharacters).optional(),
  region: z.string().max(20).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>
/** Filter of a bucket's objects. */
export const ObjectPageQuery = PageQuery.extend({
  beginsWith: z.string().max(storageLimits.maxObjectKeyCharacters).optional(),
})
export type ObjectPageQuery = z.infer<typeof ObjectPageQuery>

/** Object; dates in milliseconds since 1970, included only when `with` requests them. */
export const ObjectDetails = z.object({
  bucketKey: z.string(),
  objectId: z.string(),
  objectKey: z.string(),
  sha1: z.string(),
  size: z.number(),
  contentType: z.string(),
  location: z.string(),
  createdDate: z.number().optional(),
  lastAccessedDate: z.number().optional(),
  lastModifiedDate: z.number().optional(),
  userDefinedMetadata: z.string().optional(),
})
export type ObjectDetails = z.infer<typeof ObjectDetails>
/** Page of objects. */
export const ObjectPage = z.object({ items: z.array(ObjectDetails), next: z.string().optional() })
export type ObjectPage = z.infer<typeof ObjectPage>

/** Extra details of an object that `with` can request. */
export const objectExtras = ['createdDate', 'lastAccessedDate', 'lastModifiedDate', 'userDefinedMetadata'] as const
/** One of `objectExtras`. */
export type ObjectExtra = (typeof objectExtras)[number]
/** `with` may be given once, repeatedly, or as a comma-separated list. */
export const DetailsQuery = z.object({
  with: z.union([z.string(), z.array(z.string())]).optional(),
})

/** Request for part addresses of a new or continued upload. */
export const UploadAddressesQuery = z.object({
  firstPart: Integer.min(1).max(storageLimits.maxParts).default(1),
  parts: Integer.min(1).max(storageLimits.maxBatch).default(1),
  uploadKey: z.string().max(100).optional(),
  minutesExpiration: AddressMinutes,
  useAcceleration: flag.optional(),
})
export type UploadAddressesQuery = z.infer<typeof UploadAddressesQuery>
/** Signed addresses, one per part in order. */
export const UploadAddresses = z.object({
  uploadKey: z.string(),
  urls: z.array(z.string()),
  urlExpiration: z.string(),
  uploadExpiration: z.string(),
})
export type UploadAddresses = z.infer<typeof UploadAddresses>

/** Completion of an upload; size and ETags are checked against the received bytes. */
export const UploadCompletion = z.object({
  uploadKey: z.string().max(100),
  size: Integer.min(0).optional(),
  eTags: z.array(z.string().max(100)).max(storageLimits.maxParts).optional(),
})
export type UploadCompletion = z.infer<typeof UploadCompletion>

/** Response headers of a download. */
export const DownloadQuery = z.object({
  minutesExpiration: AddressMinutes,
  'response-content-type': z.string().max(200).optional(),
  'response-content-disposition': z.string().max(1000).optional(),
  'response-cache-control': z.string().max(200).optional(),
  'public-resource-fallback': flag.optional(),
  redirect: flag.optional(),
  useCdn: flag.optional(),
})
export type DownloadQuery = z.infer<typeof DownloadQuery>
/** Signed download address of an object. Objects are always complete here, so `chunked` and `fallback` never occur. */
export const DownloadAddress = z.object({
  status: z.enum(['complete', 'chunked', 'fallback']),
  url: z.string(),
  params: z.record(z.string(), z.string()),
  size: z.number(),
  sha1: z.string(),
})
export type DownloadAddress = z.infer<typeof DownloadAddress>

const inBatch = <Request extends z.ZodType>(request: Request) =>
  z.object({ requests: z.array(request).min(1).max(storageLimits.maxBatch) })
const batchResults = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.record(z.string(), z.union([result, z.object({ status: z.string(), reason: z.string() })])) })

/** Request for upload addresses of several objects. */
export const BatchUploadAddresses = inBatch(
  UploadAddressesQuery.pick({ firstPart: true, parts: true, uploadKey: true }).extend({ objectKey: ObjectKey }),
)
/** Upload addresses or an error, by object key. */
export const BatchUploadResults = batchResults(UploadAddresses)
/** Completion of several uploads. */
export const BatchCompletion = inBatch(
  UploadCompletion.extend({
    objectKey: ObjectKey,
    'x-ads-meta-Content-Type': z.string().max(200).optional(),
    'x-ads-user-defined-metadata': z.string().max(storageLimits.maxMetadataCharacters).optional(),
  }),
)
/** Objects or errors, by object key. */
export const BatchCompletionResults = batchResults(ObjectDetails.extend({ status: z.string() }))
/** Request for downloads of several objects. */
export const BatchDownload = inBatch(
  DownloadQuery.pick({
    'response-content-type': true,
    'response-content-disposition': true,
    'response-cache-control': true,
  }).extend({ objectKey: ObjectKey }),
)
/** Download addresses or an error, by object key. */
export const BatchDownloadResults = batchResults(DownloadAddress)

/** Access rights of a signed resource. */
export const resourceAccesses = ['read', 'write', 'readwrite'] as const
/** One of `resourceAccesses`. */
export type ResourceAccess = (typeof resourceAccesses)[number]
/** `Read`, `Write` and `ReadWrite` are accepted too: clients differ. */
export const SignedResourceQuery = z.object({
  access: z
    .preprocess((text) => (typeof text === 'string' ? text.toLowerCase() : text), z.enum(resourceAccesses))
    .default('read'),
  useCdn: flag.optional(),
})
/** Lifetime and number of uses of a new signed resource. */
export const NewSignedResource = z.object({
  minutesExpiration: Integer.min(1).max(storageLimits.maxResourceMinutes).default(storageLimits.defaultResourceMinutes),
  singleUse: z.boolean().default(false),
})
/** Signed resource; `expiration` in milliseconds since 1970. */
export const SignedResource = z.object({ signedUrl: z.string(), expiration: z.number(), singleUse: z.boolean() })
export type SignedResource = z.infer<typeof SignedResource>
/** Query of a signed address; verified together with its signature. */
export const SignedAddressQuery = z.object({
  expires: z.string().optional(),
  signature: z.string().optional(),
  size: z.string().optional(),
  'response-content-type': z.string().optional(),
  'response-content-disposition': z.string().optional(),
  'response-cache-control': z.string().optional(),
})
