import { UploadResult } from './shapes.js'

/**
 * Header of the response that completes a resumable upload, and of every later HEAD of it. A header rather than a body,
 * because a client that lost the last response retries with HEAD, which has no body.
 */
export const uploadResultHeader = 'Upload-Result'

/** Encodes the header value as percent-encoded JSON, so that any file name fits in ASCII. */
export function encodeUploadResult(result: UploadResult): string {
  return encodeURIComponent(JSON.stringify(result))
}

/** Parses the header value; null when it is absent or not an upload result. */
export function decodeUploadResult(value: string | null | undefined): UploadResult | null {
  if (!value) return null
  try {
    return UploadResult.parse(JSON.parse(decodeURIComponent(value)))
  } catch {
    return null
  }
}
