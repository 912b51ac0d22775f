import { LineSegments, Mesh, Points, type BufferGeometry, type RawShaderMaterial } from 'three'
import type { NamedRangeList, RangeList } from '../cull/draw-lists.js'

/**
 * Fields that `WebGLRenderer` 0.187 reads of an object with `isBatchedMesh`; private to three.js, so the version is
 * pinned and `draw-batch.browser.test.ts` verifies the rendered frame.
 */
interface MultiDraw {
  readonly isBatchedMesh: true
  _multiDrawStarts: Int32Array
  _multiDrawCounts: Int32Array
  _multiDrawCount: number
  readonly _matricesTexture: null
  readonly _indirectTexture: null
  readonly _colorsTexture: null
}

const multiDrawFields = (): MultiDraw => ({
  isBatchedMesh: true,
  _multiDrawStarts: new Int32Array(0),
  _multiDrawCounts: new Int32Array(0),
  _multiDrawCount: 0,
  _matricesTexture: null,
  _indirectTexture: null,
  _colorsTexture: null,
})

/** Scene object that draws a list of ranges in one call. */
export interface DrawBatch {
  readonly object: Mesh | LineSegments | Points
  readonly list: RangeList | NamedRangeList
  /** Updates the draw call from the list; an empty list makes no call. */
  refresh(): void
}

/** Draws batches from their lists in another way than multi-draws. */
export interface DrawSource {
  /** Updates the draw calls of all batches. */
  prepare(): void
  dispose(): void
}

type DrawObject = DrawBatch['object']

const makers = {
  triangles: (geometry: BufferGeometry, material: RawShaderMaterial): DrawObject => new Mesh(geometry, material),
  lines: (geometry: BufferGeometry, material: RawShaderMaterial): DrawObject => new LineSegments(geometry, material),
  points: (geometry: BufferGeometry, material: RawShaderMaterial): DrawObject => new Points(geometry, material),
} as const

/**
 * Creates a batch that draws triangles, lines or points of `geometry` by the ranges of `list`, where three.js would
 * draw one range.
 */
export function createDrawBatch(parts: {
  readonly geometry: BufferGeometry
  readonly material: RawShaderMaterial
  readonly list: RangeList | NamedRangeList
  readonly primitive: 'triangles' | 'lines' | 'points'
  readonly order: number
}): DrawBatch {
  const { geometry, material, list } = parts
  const object = makers[parts.primitive](geometry, material)
  const fields = Object.assign(object, multiDrawFields())
  object.frustumCulled = false
  object.matrixAutoUpdate = false
  object.renderOrder = parts.order
  return {
    object,
    list,
    refresh: () => {
      fields._multiDrawStarts = list.starts
      fields._multiDrawCounts = list.counts
      fields._multiDrawCount = list.length
      object.visible = list.length > 0
    },
  }
}
