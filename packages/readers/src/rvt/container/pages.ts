const pageBytes = 65_249
const keptBytes = 64_896

/**
 * Cuts out what stands at the end of every full page of a stream (a checksum of 353 bytes). The bytes are moved within their
 * own buffer, so that a stream of a hundred megabytes is held once.
 */
export function cutPages(bytes: Uint8Array): Uint8Array {
  let kept = 0
  let at = 0
  for (; bytes.length - at >= pageBytes; at += pageBytes, kept += keptBytes) {
    bytes.copyWithin(kept, at, at + keptBytes)
  }
  bytes.copyWithin(kept, at)
  return bytes.subarray(0, kept + bytes.length - at)
}
