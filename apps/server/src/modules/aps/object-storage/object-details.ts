import { type ObjectDetails, type ObjectExtra, objectExtras, toObjectId } from '@kamar/aps'
import type { StoredObject } from './find-object.js'

/** Describes an object for clients; with dates and metadata on request. */
export function toObjectDetails(
  object: StoredObject,
  origin: string,
  extras: readonly ObjectExtra[] = [],
): ObjectDetails {
  const { bucketKey, contentType, objectKey, sha1, sizeBytes } = object
  const all: Readonly<Record<ObjectExtra, Partial<ObjectDetails>>> = {
    createdDate: { createdDate: object.createdAt.getTime() },
    lastAccessedDate: { lastAccessedDate: object.lastAccessedAt.getTime() },
    lastModifiedDate: { lastModifiedDate: object.modifiedAt.getTime() },
    userDefinedMetadata: object.metadata === null ? {} : { userDefinedMetadata: object.metadata },
  }
  const details = {
    bucketKey,
    objectId: toObjectId(object),
    objectKey,
    sha1,
    size: sizeBytes,
    contentType,
    location: `${origin}/oss/v2/buckets/${bucketKey}/objects/${encodeURIComponent(objectKey)}`,
  }
  return Object.assign(details, ...extras.map((extra) => all[extra])) as ObjectDetails
}

/** Parses the values of `with`, given once, several times or with commas; ignores unknown ones. */
export function parseExtras(requestedExtras: string | readonly string[] | undefined): readonly ObjectExtra[] {
  const names = [requestedExtras ?? []].flat().flatMap((text) => text.split(','))
  return objectExtras.filter((extra) => names.includes(extra))
}

/** Returns the URL of the next page: the same request, starting after the last key of this one. */
export function nextPage(origin: string, url: string, lastKey: string | null): { readonly next?: string } {
  if (lastKey === null) return {}
  const next = new URL(url, origin)
  next.searchParams.set('startAt', lastKey)
  return { next: next.href }
}
