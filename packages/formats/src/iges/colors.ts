import { entityType } from './entity-types.js'
import type { IgesEntity, IgesFile } from './iges-file.js'
import { numberIn } from './iges-text.js'

/** Red, green and blue, 0 to 1. */
export type Color = readonly [number, number, number]

/** Colours 1 to 8 of the standard: black, red, green, blue, yellow, magenta, cyan, white. */
const palette: readonly Color[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, 1],
]

/**
 * Reads the colour of an entity: one of the palette or one that the file defines in percent. Null when it states none.
 */
export function readColor(file: IgesFile, { color }: IgesEntity): Color | null {
  if (color >= 0) return palette[color - 1] ?? null
  const definition = file.entity(color)
  if (definition?.type !== entityType.color) return null
  const percents = file.values(definition)?.slice(0, 3).map(numberIn) ?? []
  const channels = percents.map((percent) => Math.min(Math.max((percent ?? 0) / 100, 0), 1))
  return channels.length === 3 ? [channels[0], channels[1], channels[2]] : null
}
