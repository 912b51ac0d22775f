import { TranslationError, type ByteSource, type FormatDescriptor, throwIfCancelled } from '@kamar/core'

const headerBytes = 4096

/**
 * Throws the failure `cancelled` when the signal is aborted, and `not-this-format` when a file's first bytes are not in the descriptor's format. `detectFormat`
 * identifies the actual format: a reader module has no access to other formats.
 */
export async function requireOwnFormat(
  descriptor: FormatDescriptor,
  input: ByteSource,
  signal: AbortSignal,
): Promise<void> {
  throwIfCancelled(signal)
  const header = await input.read(0, headerBytes)
  if (descriptor.detect(header, input.size) !== 'no') return
  throw new TranslationError({ code: 'not-this-format', bytePosition: 0, details: { expected: descriptor.name } })
}
