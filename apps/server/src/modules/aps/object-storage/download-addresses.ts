import { type DownloadAddress, ProtocolError } from '@kamar/aps'
import type { Protocol } from '../protocol.js'
import { isIdentifier } from '../../../domain/files/file-records.js'
import { selectBuckets, selectObjects, type StoredObject } from './find-object.js'
import { type DownloadLabels, headerText } from './send-object.js'

const minuteMilliseconds = 60_000
const path = '/oss/v2/transfers/downloads/'
/** Enough digits of the hash to exclude a collision. */
const versionDigits = 16

/** Options of a signed URL. */
export interface AddressOptions {
  readonly labels: DownloadLabels
  readonly minutes: number
  readonly origin: string
}

/** Creates a signed URL for downloading an object in its current version: once it is replaced, the URL is void. */
export function downloadAddress(
  { addresses, now }: Protocol,
  object: StoredObject,
  { labels, minutes, origin }: AddressOptions,
): DownloadAddress {
  const expiresAt = new Date(now().getTime() + minutes * minuteMilliseconds)
  const definedOptions = definedLabels(labels)
  const parameters = { ...definedOptions, version: object.blobSha256.slice(0, versionDigits) }
  const url = `${origin}${addresses.sign({ method: 'GET', path: `${path}${object.id}`, expiresAt, parameters })}`
  const params = Object.fromEntries(
    Object.entries({ 'content-type': object.contentType, ...definedOptions }).map(([name, value]) => [
      name.replace(/^response-/, ''),
      value,
    ]),
  )
  return { status: 'complete', url, params, size: object.sizeBytes, sha1: object.sha1 }
}

/** Finds the object of a signed URL, which ends with its application, its expiry or its next version. */
export async function objectAtAddress(
  { addresses, database, now }: Protocol,
  request: { readonly method: string; readonly url: string },
  id: string,
): Promise<StoredObject> {
  addresses.check(request)
  const row = isIdentifier(id)
    ? await selectObjects(database, now()).where('object.id', '=', id).executeTakeFirst()
    : undefined
  const version = new URLSearchParams(request.url.split('?')[1]).get('version') ?? ''
  if (!row?.blobSha256.startsWith(version)) throw new ProtocolError(404, 'Object not found')
  const bucket = await selectBuckets(database).where('bucket.id', '=', row.bucketId).executeTakeFirst()
  if (!bucket) throw new ProtocolError(404, 'Object not found')
  return row
}

function definedLabels(labels: DownloadLabels): Record<string, string> {
  const type = headerText(labels['response-content-type'])
  const { 'response-cache-control': caching, 'response-content-disposition': disposition } = labels
  return {
    ...(type === null ? {} : { 'response-content-type': type }),
    ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
    ...(caching === undefined || !/^[\w=, -]+$/.test(caching) ? {} : { 'response-cache-control': caching }),
  }
}
