import { matchesAt } from '../shared/file-header.js'
import { binaryHeaderBytes } from './binary-layout.js'

type Color = readonly [red: number, green: number, blue: number]

/** How a binary file colours its facets: the 16-bit attribute of a facet to r g b (0 to 255), null for "none of its own". */
export interface FacetColors {
  /** Of the whole object, from the header of Materialise Magics. */
  readonly object: Color | null
  of(attribute: number): Color | null
}

const topBit = 0x8000
const mark = 'COLOR='

/** Five bits to eight. */
const channel = (attribute: number, shift: number): number => Math.round((((attribute >> shift) & 31) * 255) / 31)

/** Red in the low bits, the top bit says "use the object's colour". */
const magics = (attribute: number): Color | null =>
  (attribute & topBit) === 0 ? [channel(attribute, 0), channel(attribute, 5), channel(attribute, 10)] : null

/** Blue in the low bits, the top bit says "this is a colour". */
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

/** The colour scheme a header asks for; Materialise Magics marks its own, everything else is read as VisCAM writes it. */
export function facetColors(header: Uint8Array): FacetColors {
  const object = objectColor(header)
  return { object, of: object ? magics : solidView }
}
