import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, FormatDescriptor } from '@kamar/scene'

const headerBytes = 4096

/**
 * Throws the failure `not-this-format` when a file's first bytes are not in the descriptor's format. `detectFormat`
 * identifies the actual format: a reader module has no access to other formats.
 */
export async function requireOwnFormat(descriptor: FormatDescriptor, input: ByteSource): Promise<void> {
  const header = await input.read(0, headerBytes)
  if (descriptor.detect(header, input.size) !== 'no') return
  throw new TranslationError({ code: 'not-this-format', bytePosition: 0, details: { expected: descriptor.name } })
}
