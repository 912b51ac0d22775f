import { matchesAt } from '@kamar/codecs/detection'
import { binaryHeaderBytes } from './descriptor.js'

type Color = readonly [red: number, green: number, blue: number]

/**
 * Facet colours of a binary file: maps the 16-bit attribute of a facet to r g b (0 to 255), null without its own
 * colour.
 */
export interface FacetColors {
  /** Colour of the whole object, from the header of Materialise Magics. */
  readonly object: Color | null
  of(attribute: number): Color | null
}

const topBit = 0x8000
const mark = 'COLOR='

/** Scales five bits to eight. */
const channel = (attribute: number, shift: number): number => Math.round((((attribute >> shift) & 31) * 255) / 31)

/** Decodes Magics colours: red in the low bits; the top bit means "use the object's colour". */
const magics = (attribute: number): Color | null =>
  (attribute & topBit) === 0 ? [channel(attribute, 0), channel(attribute, 5), channel(attribute, 10)] : null

/** Decodes SolidView colours: blue in the low bits; the top bit means "has a colour". */
const solidView = (attribute: number): Color | null =>
  (attribute & topBit) === 0 ? null : [channel(attribute, 10), channel(attribute, 5), channel(attribute, 0)]

function objectColor(header: Uint8Array): Color | null {
  for (let at = 0; at + mark.length + 4 <= binaryHeaderBytes - 4; at++) {
    if (!matchesAt(header, at, mark)) continue
    const [red, green, blue] = header.subarray(at + mark.length, at + mark.length + 3)
    return [red, green, blue]
  }
  return null
}

/**
 * Returns the colour scheme of a header; Materialise Magics marks its own, all others are read as written by VisCAM.
 */
export function facetColors(header: Uint8Array): FacetColors {
  const object = objectColor(header)
  return { object, of: object ? magics : solidView }
}
