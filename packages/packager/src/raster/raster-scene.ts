/** Mesh for the rasteriser: position in its own frame = `origin` + `step` × quantised. */
export interface RasterGeometry {
  /** x y z per vertex, quantised. */
  readonly positions: Uint16Array
  /** r g b a per vertex, sRGB, multiplied with the instance's colour; null without vertex colours. */
  readonly colors: Uint8Array | null
  readonly indices: Uint32Array
  /** Ranges of `indices`; level 0 is the complete mesh. */
  readonly levels: readonly { readonly start: number; readonly count: number; readonly errorMetres: number }[]
  /** Vertex pairs of crease edges. */
  readonly edges: Uint32Array
  readonly origin: readonly [number, number, number]
  /** Metres per quantisation step. */
  readonly step: number
  /** Whether its vertices are drawn as points. */
  readonly points?: boolean
  /** Whether back faces are culled: it has no boundary and its triangles face outwards, or it is single-sided. */
  readonly closed: boolean
}

/** All drawable content, as columns; instance i is row i of each. Metres, Z up, relative to the model origin. */
export interface RasterScene {
  readonly geometries: readonly RasterGeometry[]
  /** Number of instances. */
  readonly count: number
  readonly geometry: Uint32Array
  /** Column-major 3×3 per instance. */
  readonly linear: Float32Array
  /** x y z per instance. */
  readonly translation: Float32Array
  /** r g b a per instance, sRGB; a below 230 is transparent. */
  readonly color: Uint8Array
  /** Instances hidden by default (spaces). */
  readonly hidden: Uint8Array
  /** Axis-aligned box per instance: min x y z, max x y z. */
  readonly boxes: Float32Array
}

const opaqueFrom = 230

/** Returns whether an instance occludes what is behind it. */
export const isOpaque = (scene: RasterScene, instance: number): boolean => scene.color[instance * 4 + 3] >= opaqueFrom

/** Computes the boxes of all instances from the corners of their geometry's own box; six numbers each. */
export function instanceBoxes(scene: Omit<RasterScene, 'boxes'>): Float32Array {
  const own = scene.geometries.map(ownBox)
  const boxes = new Float32Array(scene.count * 6)
  for (let instance = 0; instance < scene.count; instance++) {
    const { center, half } = own[scene.geometry[instance]]
    for (let axis = 0; axis < 3; axis++) {
      let position = scene.translation[instance * 3 + axis]
      let halfExtent = 0
      for (let column = 0; column < 3; column++) {
        const factor = scene.linear[instance * 9 + column * 3 + axis]
        position += factor * center[column]
        halfExtent += Math.abs(factor) * half[column]
      }
      boxes[instance * 6 + axis] = position - halfExtent
      boxes[instance * 6 + 3 + axis] = position + halfExtent
    }
  }
  return boxes
}

function ownBox(geometry: RasterGeometry): { center: number[]; half: number[] } {
  const low = [65535, 65535, 65535]
  const high = [0, 0, 0]
  for (let offset = 0; offset < geometry.positions.length; offset++) {
    const axis = offset % 3
    const value = geometry.positions[offset]
    if (value < low[axis]) low[axis] = value
    if (value > high[axis]) high[axis] = value
  }
  const center = geometry.origin.map((origin, axis) => origin + (geometry.step * (low[axis] + high[axis])) / 2)
  const half = low.map((value, axis) => (geometry.step * Math.max(0, high[axis] - value)) / 2)
  return { center, half }
}
