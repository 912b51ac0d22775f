import { createRequire } from 'node:module'
import type { default as OpenType, Font } from 'opentype.js'

const require = createRequire(import.meta.url)

/**
 * Parses an outline font. `lowMemory`: glyphs are parsed on demand. The library is loaded with the first font, because
 * loading takes 60 ms of the processor, which files without texts need not pay (measured).
 */
export function parseFont(bytes: Uint8Array, options: { readonly lowMemory?: boolean } = {}): Font {
  const opentype = require('opentype.js') as typeof OpenType
  return opentype.parse(new Uint8Array(bytes).buffer, options)
}
