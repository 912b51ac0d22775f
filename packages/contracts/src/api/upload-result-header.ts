import { UploadResult } from './shapes.js'

/**
 * Header of the answer that ends a resumable upload, and of every later HEAD of it. A header and not a body, because a
 * client whose last answer was lost asks again with HEAD, which has no body.
 */
export const uploadResultHeader = 'Upload-Result'

/** The header's value: percent-encoded JSON, so that any file name fits in ASCII. */
export function encodeUploadResult(result: UploadResult): string {
  return encodeURIComponent(JSON.stringify(result))
}

/** Reads the header's value; null when it is absent or not an upload result. */
export function decodeUploadResult(value: string | null | undefined): UploadResult | null {
  if (!value) return null
  try {
    return UploadResult.parse(JSON.parse(decodeURIComponent(value)))
  } catch {
    return null
  }
}
