import { MalformedRecordError } from '@kamar/codecs/records'
import { toVector, type RecordObject, type Vector3 } from '../container/record-object.js'
import { pointsAlong } from './curves.js'
import { meshFace } from './face-mesh.js'
import { isDrawn, passesInThreeDimensions } from './visibility.js'

/** Triangles of one material, in feet, in the coordinates of the shape. */
export interface ShapePart {
  /** Id of the element that defines the appearance: a material or the style of a category; -1 for none. */
  readonly renderStyle: number
  readonly style: number
  readonly positions: number[]
  readonly indices: number[]
}

/** Curve of a model line as a polyline, in feet. */
export interface ShapeLine {
  /** Id of the style of its category; -1 for none. */
  readonly style: number
  readonly points: readonly Vector3[]
}

/** Three axes and a translation, feet. */
export interface Transform {
  readonly x: Vector3
  readonly y: Vector3
  readonly z: Vector3
  readonly origin: Vector3
}

/** A copy of the shape of another element, or of one embedded in the record. */
export interface ShapeCopy {
  readonly symbolId: number
  readonly own: Shape | null
  readonly transform: Transform
}

/** Visible content of the saved graphics of an element. */
export interface Shape {
  readonly parts: ShapePart[]
  readonly copies: ShapeCopy[]
  readonly lines: readonly ShapeLine[]
}

/** Counts of content that could not be drawn, by reason. */
export interface ShapeLosses {
  faces: number
  /** Copies and nodes of an unsupported kind. */
  nodes: number
  curves: number
}

const maxDepth = 64
/** Maximum number of curves per element; the rest is only counted. */
const maxLines = 10_000
const none = -1

/** Selection of what is drawn besides faces. */
export interface ShapeOptions {
  readonly hasLines?: boolean
  readonly hiddenStyles?: ReadonlySet<number>
}

/**
 * Reads the shape below the root of a graphics record. Omits and counts unreadable faces, and also curves unless the
 * options include them: solids also contain lines of sketches, symbols and analytical models.
 */
export function readShape(root: RecordObject, losses: ShapeLosses, options: ShapeOptions = {}): Shape {
  const shape = new ShapeWalk(losses, options)
  shape.walk(root, none, 0)
  return { parts: [...shape.parts.values()], copies: shape.copies, lines: shape.lines }
}

class ShapeWalk {
  readonly parts = new Map<string, ShapePart>()
  readonly copies: ShapeCopy[] = []
  readonly lines: ShapeLine[] = []
  readonly #hasLines: boolean
  readonly #hiddenStyles: ReadonlySet<number>
  readonly #losses: ShapeLosses
  /**
   * Nodes visited so far. A tree refers to each node once; double references on every level would take exponential
   * time.
   */
  readonly #visited: Set<RecordObject>

  constructor(losses: ShapeLosses, options: ShapeOptions, visited = new Set<RecordObject>()) {
    this.#losses = losses
    this.#hasLines = options.hasLines ?? false
    this.#hiddenStyles = options.hiddenStyles ?? new Set()
    this.#visited = visited
  }

  walk(node: RecordObject, outerStyle: number, depth: number): void {
    if (depth > maxDepth) throw new MalformedRecordError('graphics nested too deeply')
    if (!isDrawn(node)) return
    this.#visit(node)
    const own = node.part('m_GInfo').id('m_categoryId')
    if (this.#hiddenStyles.has(own)) return
    const style = own === none ? outerStyle : own
    if (node.has('m_subNodes')) {
      if (node.className === 'GFilter' && !passesInThreeDimensions(node)) return
      for (const child of node.targets('m_subNodes')) this.walk(child, style, depth + 1)
      return
    }
    this.#leaf(node, style, depth)
  }

  #leaf(node: RecordObject, style: number, depth: number): void {
    if (node.className === 'Geometry') {
      for (const face of node.targets('m_pFaces')) this.#face(face, style)
    } else if (node.className === 'GPolyMesh') this.#polyMesh(node, style)
    else if (node.className === 'GInstance') this.#instance(node, style, depth)
    else if (node.has('m_endParams')) this.#curve(node, style)
  }

  #curve(node: RecordObject, style: number): void {
    try {
      if (!this.#hasLines || this.lines.length === maxLines) throw new MalformedRecordError('a curve that is not drawn')
      this.lines.push({ style, points: pointsAlong(node) })
    } catch (error) {
      if (!(error instanceof MalformedRecordError)) throw error
      this.#losses.curves++
    }
  }

  #face(face: RecordObject, outerStyle: number): void {
    if (!isDrawn(face)) return
    try {
      this.#visit(face)
      const mesh = meshFace(face)
      if (!mesh) return
      const own = face.part('m_GInfo').id('m_categoryId')
      const part = this.#part(face.id('m_renderStyleId'), own === none ? outerStyle : own)
      const first = part.positions.length / 3
      for (const point of mesh.points) part.positions.push(...point)
      for (const vertex of mesh.triangles) part.indices.push(first + vertex)
    } catch (error) {
      if (!(error instanceof MalformedRecordError)) throw error
      this.#losses.faces++
    }
  }

  #polyMesh(node: RecordObject, style: number): void {
    try {
      const topology = node.target('m_pFacetedTopology')
      if (!topology) return
      const offset: Vector3 = topology.has('m_offset') ? topology.vector('m_offset') : [0, 0, 0]
      if (!offset.every(Number.isFinite)) throw new MalformedRecordError('an offset that is no number')
      const points = topology.list('m_pointsArr').map((value) => {
        const point = toVector(value)
        if (!point?.every(Number.isFinite)) throw new MalformedRecordError('a point that is no number')
        return point
      })
      const facets = topology.list('m_facetsArr').map((value) => readFacet(value, points.length))
      const part = this.#part(node.id('m_materialID'), style)
      const first = part.positions.length / 3
      for (const point of points) part.positions.push(...point.map((value, axis) => value + offset[axis]))
      for (const facet of facets) part.indices.push(...facet.map((vertex) => first + vertex))
    } catch (error) {
      if (!(error instanceof MalformedRecordError)) throw error
      this.#losses.nodes++
    }
  }

  #instance(node: RecordObject, style: number, depth: number): void {
    const info = node.target('m_instanceInfo')
    if (!info) return
    const transform = readTransform(info.part('m_Trf'))
    const embedded = node.target('m_oEmbeddedSymbolGRep')
    if (!embedded) {
      this.copies.push({ symbolId: info.id('m_symbolId'), own: null, transform })
      return
    }
    const inner = new ShapeWalk(this.#losses, { hiddenStyles: this.#hiddenStyles }, this.#visited)
    inner.walk(embedded, style, depth + 1)
    const own = { parts: [...inner.parts.values()], copies: inner.copies, lines: inner.lines }
    if (own.parts.length + own.copies.length > 0) this.copies.push({ symbolId: none, own, transform })
  }

  #visit(node: RecordObject): void {
    if (this.#visited.has(node)) throw new MalformedRecordError('graphics that are named twice')
    this.#visited.add(node)
  }

  #part(renderStyle: number, style: number): ShapePart {
    const key = `${renderStyle} ${style}`
    const part = this.parts.get(key) ?? { renderStyle, style, positions: [], indices: [] }
    this.parts.set(key, part)
    return part
  }
}

function readFacet(value: unknown, pointCount: number): Vector3 {
  const facet = Array.isArray(value) ? toVector(value) : null
  if (!facet?.every((vertex) => Number.isInteger(vertex) && vertex >= 0 && vertex < pointCount)) {
    throw new MalformedRecordError('a facet of other points')
  }
  return facet
}

/** Reads the transform in an object of class `Trf`. */
export function readTransform(matrix: RecordObject): Transform {
  const [x, y, z] = matrix.list('m_3x3').map((value) => toVector(value))
  const origin = matrix.vector('m_or')
  if (!x || !y || !z) throw new MalformedRecordError('no matrix')
  const all = [x, y, z, origin]
  if (!all.every((vector) => vector.every(Number.isFinite))) throw new MalformedRecordError('a matrix of no numbers')
  // The file stores rows; the axes are the columns.
  const column = (axis: 0 | 1 | 2): Vector3 => [x[axis], y[axis], z[axis]]
  return { x: column(0), y: column(1), z: column(2), origin }
}
