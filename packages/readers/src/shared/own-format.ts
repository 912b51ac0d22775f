import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, FormatDescriptor } from '@kamar/scene'

const headBytes = 4096

/**
 * Throws the failure `not-this-format` when a file's first bytes are not the card's format. What the file is instead is
 * for `recogniseFormat` to say: a room knows no other formats.
 */
export async function requireOwnFormat(card: FormatDescriptor, input: ByteSource): Promise<void> {
  const head = await input.read(0, headBytes)
  if (card.detect(head, input.size) !== 'no') return
  throw new TranslationError({ code: 'not-this-format', bytePosition: 0, details: { expected: card.name } })
}
