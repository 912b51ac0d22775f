import type { ObjectStoreSettings } from '@kamar/storage'
import { type Environment, readFlag } from './environment.js'

/** Reads the object store settings: a bucket, or (null) the data folder. Throws `RangeError` with a sentence. */
export function readObjectStore(environment: Environment): ObjectStoreSettings | null {
  const bucket = environment['KAMAR_S3_BUCKET']
  if (!bucket) {
    const lonely = Object.keys(environment).find((name) => name.startsWith('KAMAR_S3_') && environment[name])
    if (lonely) throw new RangeError(`${lonely} needs KAMAR_S3_BUCKET.`)
    return null
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new RangeError(`KAMAR_S3_BUCKET must be the name of a bucket, not "${bucket}".`)
  const endpoint = parseEndpoint(environment['KAMAR_S3_ENDPOINT'])
  return {
    bucket,
    endpoint,
    region: environment['KAMAR_S3_REGION'] || 'us-east-1',
    prefix: parsePrefix(environment['KAMAR_S3_PREFIX']),
    // Most S3-compatible stores have no host name for each bucket.
    pathStyle: readFlag(environment, 'KAMAR_S3_PATH_STYLE', endpoint !== null),
    credentials: readCredentials(environment),
  }
}

function parseEndpoint(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return url.href
  throw new RangeError('KAMAR_S3_ENDPOINT must be an address like https://s3.example:9000.')
}

function parsePrefix(text: string | undefined): string {
  if (!text) return ''
  if (/^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/.test(text) && !/\/\/|\/$|\.\./.test(text)) return text
  throw new RangeError(`KAMAR_S3_PREFIX must be a path like kamar/production, not "${text}".`)
}

function readCredentials(environment: Environment): ObjectStoreSettings['credentials'] {
  const { KAMAR_S3_ACCESS_KEY_ID: accessKeyId, KAMAR_S3_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId && !secretAccessKey) return null
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  throw new RangeError('KAMAR_S3_ACCESS_KEY_ID and KAMAR_S3_SECRET_ACCESS_KEY must be set together.')
}
