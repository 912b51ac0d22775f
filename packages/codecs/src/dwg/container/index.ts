import { readSignature } from '../release.js'
import type { DwgContainer } from './container.js'
import { openInterleavedContainer } from './interleaved-container.js'
import { openPagedContainer } from './paged-container.js'
import { openPlainContainer } from './plain-container.js'

/**
 * Opens the container of a drawing of release 13 or later.
 * @throws {MalformedRecordError} for other files, or if the maps of its sections cannot be read.
 */
export function openContainer(file: Uint8Array): DwgContainer {
  const signature = readSignature(file)
  if (signature.release <= 2000) return openPlainContainer(file, signature)
  return signature.release === 2007 ? openInterleavedContainer(file, signature) : openPagedContainer(file, signature)
}
