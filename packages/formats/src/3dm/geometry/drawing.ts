import type { FlatTriangles } from '@kamar/codecs/glyphs'
import type { Point, RhinoPlane } from '../archive/kernel-types.js'

/** Contents of a drawing: filled shapes of a plane, and lines in space; in the file's unit. */
export interface Drawing {
  readonly plane: RhinoPlane
  readonly fills: readonly FlatTriangles[]
  readonly lines: readonly (readonly Point[])[]
}
