import type { SnapKind } from '../../engine/geometry/snapping.js'

/** Snap markers as in CAD programs, around the origin; CSS pixels. */
const glyphs: Readonly<Record<SnapKind, string>> = {
  vertex: 'M-6-6H6V6H-6Z',
  midpoint: 'M0-7 7 5H-7Z',
  center: 'M-7 0A7 7 0 1 0 7 0A7 7 0 1 0-7 0ZM-3 0H3M0-3V3',
  perpendicular: 'M-6-7V6H7M-6 0H0V6',
  edge: 'M-6-6H6L-6 6H6Z',
  face: 'M-5 0H5M0-5V5',
}

/** Returns the path of a kind's marker. */
export const snapGlyph = (kind: SnapKind): string => glyphs[kind]
