import { compiledModule } from '@kamar/core'
import type { FontInfo } from '@kamar/codecs/fonts'
import { ThreadLimitError, type ThreadLimits, withThread } from '../../platform/threads/work-thread.js'
import { Slots } from '@kamar/translation'

const fontThreadLimits: ThreadLimits = { timeoutMilliseconds: 20_000, heapMegabytes: 256 }

const slots = new Slots(1)

interface FontReply {
  readonly info: FontInfo | null
}

/**
 * Reads the metadata of a font in a thread; returns null for an invalid font, or one that exceeds the limits of the
 * thread.
 */
export async function describeFontInThread(
  bytes: Uint8Array,
  limits: ThreadLimits = fontThreadLimits,
): Promise<FontInfo | null> {
  const module = compiledModule(import.meta.url, './font-worker.js')
  try {
    return await withThread<never, FontReply, FontInfo | null>(
      { module, data: bytes, slots, limits },
      async (port) => (await port.next()).info,
    )
  } catch (error) {
    if (error instanceof ThreadLimitError) return null
    throw error
  }
}
