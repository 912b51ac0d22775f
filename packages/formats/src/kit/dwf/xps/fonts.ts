import { parseFont } from '@kamar/codecs/glyphs'
import type { Font, Glyph } from 'opentype.js'
import { lastPathSegment } from '@kamar/codecs/text'

const hiddenBytes = 32
const maxFontBytes = 64 * 2 ** 20

/**
 * Opens a font of a package; returns null when it cannot be read. `name`: the part name, which contains the key of
 * obfuscated bytes.
 */
export function openFont(bytes: Uint8Array, name: string): Font | null {
  if (bytes.length > maxFontBytes) return null
  const plain = /\.odttf$/i.test(name) ? revealed(bytes, name) : bytes
  try {
    return plain && parseFont(plain)
  } catch {
    // The library throws plain errors on damaged fonts: the text then uses another font.
    return null
  }
}

/** Decodes the first 32 bytes, which are obfuscated with the GUID in the part name, last byte first. */
function revealed(bytes: Uint8Array, name: string): Uint8Array | null {
  const digits = lastPathSegment(name)
    .replace(/\.[^.]*$/, '')
    .replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(digits) || bytes.length < hiddenBytes) return null
  const key = Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(digits.slice(30 - 2 * at, 32 - 2 * at), 16))
  const plain = bytes.slice()
  for (let at = 0; at < hiddenBytes; at++) plain[at] ^= key[at % 16]
  return plain
}

const curveSegments = 6

/** Returns the outlines of a glyph in em units, y upwards; none for a damaged one. */
export function glyphRings(font: Font, index: number): Float64Array[] {
  const scale = 1 / font.unitsPerEm
  const rings: Float64Array[] = []
  let ring: number[] = []
  const end = (): void => {
    if (ring.length >= 6) rings.push(Float64Array.from(ring, (value) => value * scale))
    ring = []
  }
  for (const command of getPathCommands(font, index)) {
    if (command.type === 'M' || command.type === 'Z') end()
    if (command.type === 'Z') continue
    if (command.type === 'Q' || command.type === 'C') bend(ring, command)
    else ring.push(command.x, command.y)
  }
  end()
  return rings
}

type Commands = Glyph['path']['commands']

function getPathCommands(font: Font, index: number): Commands {
  try {
    return index >= 0 && index < font.glyphs.length ? font.glyphs.get(index).path.commands : []
  } catch {
    return []
  }
}

function bend(ring: number[], command: Extract<Commands[number], { type: 'Q' | 'C' }>): void {
  const [ax, ay] = ring.slice(-2)
  const { x1, y1, x, y } = command
  for (let chunk = 1; chunk <= curveSegments; chunk++) {
    const t = chunk / curveSegments
    if (command.type === 'Q') {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      ring.push(a * ax + b * x1 + c * x, a * ay + b * y1 + c * y)
    } else {
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
      ring.push(a * ax + b * x1 + c * command.x2 + d * x, a * ay + b * y1 + c * command.y2 + d * y)
    }
  }
}

/** Returns the glyph index of a character. */
export function getGlyphIndex(font: Font, character: string): number {
  try {
    return font.charToGlyph(character).index
  } catch {
    return 0
  }
}

/** Returns the advance of a glyph as a fraction of the em. */
export function getAdvance(font: Font, index: number): number {
  try {
    return (font.glyphs.get(index).advanceWidth ?? 0) / font.unitsPerEm
  } catch {
    return 0.5
  }
}
