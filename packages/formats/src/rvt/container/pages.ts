const pageBytes = 65_249
const payloadBytes = 64_896

/**
 * Removes the end of every full page of a stream (a checksum of 353 bytes). Moves the bytes within their own buffer, so
 * that a stream of a hundred megabytes is held once.
 */
export function cutPages(bytes: Uint8Array): Uint8Array {
  let target = 0
  let at = 0
  for (; bytes.length - at >= pageBytes; at += pageBytes, target += payloadBytes) {
    bytes.copyWithin(target, at, at + payloadBytes)
  }
  bytes.copyWithin(target, at)
  return bytes.subarray(0, target + bytes.length - at)
}
