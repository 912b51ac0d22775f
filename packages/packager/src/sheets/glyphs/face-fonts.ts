import hershey from 'hershey'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as OpenType, Font } from 'opentype.js'
import { type Face, faceFiles, type GlyphFaces } from './glyph-shapes.js'

const require = createRequire(import.meta.url)
const fonts = new Map<Face, Font>()

/** The faces from the files that come with the product; each is read once. */
export const productFaces: GlyphFaces = {
  getFont(face) {
    let font = fonts.get(face)
    if (font === undefined) {
      const bytes = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${faceFiles[face]}`))
      // Loaded with the first text: it takes 100 ms of the 290 ms in which a reader process loads its modules (measured).
      const opentype = require('opentype.js') as typeof OpenType
      font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
      fonts.set(face, font)
    }
    return font
  },
  getStrokes: (character) => hershey.stringToPaths(character),
}
