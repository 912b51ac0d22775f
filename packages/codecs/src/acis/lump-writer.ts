import { StepStatements } from '../brep/index.js'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'
import { halfAxes, readCurveShape, toVector, type CurveShape, type ReadShape } from './curve-shapes.js'
import { readSurfaceShape, type SurfaceShape } from './surface-shapes.js'

const roundness = 1e-9

/** Reason why a face is not written. */
export interface FaceError {
  readonly reason: 'not-read' | 'edge-not-read' | 'damaged' | 'without-border'
  /** The format's keyword for the unsupported part. */
  readonly word: string
}

/** An edge: written, degenerate to a point, or unreadable. */
type WrittenEdge =
  | { readonly kind: 'edge'; readonly number: number }
  | { readonly kind: 'point'; readonly vertex: number }
  | { readonly kind: 'unread'; readonly word: string }

const isBounds = (value: readonly number[] | FaceError): value is readonly number[] => Array.isArray(value)

/** Writer of faces as STEP statements; writes shared edges, vertices and curves once. */
export class LumpWriter {
  readonly statements: StepStatements
  readonly millimetres: number
  readonly #file: AcisFile
  readonly #edges = new Map<number, WrittenEdge>()
  readonly #vertices = new Map<number, number>()
  /** By record, or by the spline that several records refer to. */
  readonly #curves = new Map<number | object, number>()
  readonly #surfaces = new Map<number | object, number>()
  readonly #surfaceShapes = new Map<number, ReadShape<SurfaceShape>>()
  readonly #visited: Set<number>

  /** `visited`: records of faces written before, here or elsewhere; each loop and coedge belongs to one face. */
  constructor(file: AcisFile, millimetres: number, visited = new Set<number>()) {
    this.#file = file
    this.#visited = visited
    this.millimetres = millimetres
    this.statements = new StepStatements(millimetres)
  }

  /** Returns the number of a face's statement, or the reason why it has none. */
  face(face: AcisRecord): number | FaceError {
    const file = this.#file
    const [, firstLoop = -1, , , surfaceAt = -1] = file.pointers(face)
    const record = file.record(surfaceAt)
    if (!record) return { reason: 'damaged', word: face.name }
    const surface = this.#surfaceShape(record)
    if (surface.kind === 'unread') return { reason: 'not-read', word: surface.word }
    const bounds = this.#bounds(firstLoop, surface)
    if (!isBounds(bounds)) return bounds
    if (bounds.length === 0) return { reason: 'without-border', word: record.name }
    const isReversed = file.isReversed(face, 5) !== surface.isReversed
    return this.statements.face(bounds, this.#surface(record.index, surface), !isReversed)
  }

  #surfaceShape(record: AcisRecord): ReadShape<SurfaceShape> {
    let shape = this.#surfaceShapes.get(record.index)
    if (!shape) {
      shape = readSurfaceShape(this.#file, record)
      this.#surfaceShapes.set(record.index, shape)
    }
    return shape
  }

  #surface(index: number, surface: SurfaceShape): number {
    const key = surface.shared ?? index
    const cached = this.#surfaces.get(key)
    if (cached !== undefined) return cached
    const number = surface.write(this.statements)
    this.#surfaces.set(key, number)
    return number
  }

  /**
   * Returns whether a record is visited for the first time. Otherwise rings claimed by several faces would be traversed
   * once per face.
   */
  #take(index: number): boolean {
    if (this.#visited.has(index)) return false
    this.#visited.add(index)
    return true
  }

  /** Writes the bounds. Loops run counter-clockwise about the face's normal in ACIS as in STEP. */
  #bounds(firstLoop: number, surface: SurfaceShape): readonly number[] | FaceError {
    const bounds: number[] = []
    let loop = this.#file.entity(firstLoop, 'loop')
    while (loop) {
      if (!this.#take(loop.index)) return { reason: 'damaged', word: 'loop' }
      const [next = -1, coedge = -1] = this.#file.pointers(loop)
      const bound = this.#loop(coedge)
      if (typeof bound !== 'number') return bound
      bounds.push(bound)
      loop = next === firstLoop ? null : this.#file.entity(next, 'loop')
    }
    if (bounds.length > 0 || !surface.seamPoint) return bounds
    return [this.statements.vertexBound(this.statements.vertex(surface.seamPoint))]
  }

  #loop(first: number): number | FaceError {
    const oriented: number[] = []
    let vertex: number | null = null
    let at = first
    do {
      const coedge = this.#file.entity(at, 'coedge')
      if (!coedge || !this.#take(at)) return { reason: 'damaged', word: 'coedge' }
      const [next = -1, , , edgeAt = -1] = this.#file.pointers(coedge)
      const edge = this.#edge(edgeAt)
      if (edge.kind === 'unread') return { reason: 'edge-not-read', word: edge.word }
      if (edge.kind === 'point') vertex = edge.vertex
      else oriented.push(this.statements.orientedEdge(edge.number, !this.#file.isReversed(coedge, 4)))
      at = next
    } while (at !== first)
    if (oriented.length > 0) return this.statements.edgeBound(oriented)
    return vertex === null ? { reason: 'damaged', word: 'loop' } : this.statements.vertexBound(vertex)
  }

  #edge(index: number): WrittenEdge {
    let edge = this.#edges.get(index)
    if (!edge) {
      edge = this.#writeEdge(index)
      this.#edges.set(index, edge)
    }
    return edge
  }

  #writeEdge(index: number): WrittenEdge {
    const edge = this.#file.entity(index, 'edge')
    if (!edge) return { kind: 'unread', word: 'edge' }
    const [startAt = -1, endAt = -1, , curveAt = -1] = this.#file.pointers(edge)
    const [start, end] = [this.#vertex(startAt), this.#vertex(endAt)]
    if (start === null || end === null) return { kind: 'unread', word: 'vertex' }
    const record = this.#file.record(curveAt)
    if (!record || record.name.startsWith('degenerate')) return { kind: 'point', vertex: start }
    const shape = readCurveShape(this.#file, record)
    if (shape.kind === 'unread') return { kind: 'unread', word: shape.word }
    const isCurveReversed = shape.kind === 'spline' && shape.isReversed
    const isForward = this.#file.isReversed(edge, 4) === isCurveReversed
    return { kind: 'edge', number: this.statements.edge([start, end], this.#curve(record.index, shape), isForward) }
  }

  #curve(index: number, shape: CurveShape): number {
    const key = shape.kind === 'spline' ? shape.spline : index
    const cached = this.#curves.get(key)
    if (cached !== undefined) return cached
    const number = this.#writeCurve(shape)
    this.#curves.set(key, number)
    return number
  }

  #writeCurve(shape: CurveShape): number {
    const { statements } = this
    if (shape.kind === 'straight') return statements.line(shape.at, shape.direction)
    if (shape.kind === 'spline') return statements.splineCurve(shape.spline)
    const { center, normal, major, ratio } = shape
    const { reference, first, second } = halfAxes(normal, major, ratio)
    const axes = { at: center, axis: normal, reference }
    if (Math.abs(ratio - 1) < roundness) return statements.positioned('CIRCLE', axes, statements.length(first))
    return statements.positioned('ELLIPSE', axes, statements.length(first), statements.length(second))
  }

  #vertex(index: number): number | null {
    const cached = this.#vertices.get(index)
    if (cached !== undefined) return cached
    const at = vertexPosition(this.#file, index)
    if (!at) return null
    const number = this.statements.vertex(at)
    this.#vertices.set(index, number)
    return number
  }
}

/** Returns the position of a vertex, in the file's unit; null when it is damaged. */
export function vertexPosition(file: AcisFile, index: number): readonly [number, number, number] | null {
  const vertex = file.entity(index, 'vertex')
  const point = vertex && file.entity(file.pointers(vertex).at(-1) ?? -1, 'point')
  const numbers = point && file.numbers(point, 0, 3)
  return numbers ? toVector(numbers) : null
}
