import type { EntityColor } from './color.js'
import type { Layer, LineType } from './tables.js'

/** A point in a plane. */
export type Point2 = readonly [x: number, y: number]

/** What all entities state. Angles are in radians, lengths in drawing units. */
export interface EntityCommon {
  readonly handle: number
  /** Kind by the name in a DXF, such as `LWPOLYLINE`; for custom objects the name of their class. */
  readonly name: string
  readonly layer: Layer
  readonly lineType: LineType
  readonly lineTypeScale: number
  readonly color: EntityColor
  /** Hundredths of a millimetre; negative numbers are inherited or default weights. */
  readonly lineWeight: number
  /** 0 to 1, or inherited. */
  readonly opacity: number | 'byLayer' | 'byBlock'
  readonly isInvisible: boolean
  /** Graphics that the program saved with the entity, as a list of chunks; null without them. */
  readonly savedGraphics: Uint8Array | null
  /** Handle of the dictionary with further data; 0 without one. */
  readonly dictionaryHandle: number
}

/**
 * Adds values to an entity whose header was read. The same object is extended: a copy of it costs more than reading.
 */
export const extendEntity = <Base extends EntityCommon, const Own extends object>(base: Base, own: Own): Base & Own =>
  Object.assign(base, own)

/**
 * Returns the opacity of a transparency: the highest byte states its form, the lowest the opacity. Programs state it in
 * percent.
 */
export function toOpacity(value: number): EntityCommon['opacity'] {
  const form = value >>> 24
  if (form === 1) return 'byBlock'
  return form === 2 || form === 3 ? Math.round((value & 0xff) / 2.55) / 100 : 'byLayer'
}
