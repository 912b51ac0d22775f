import type { MeshQuality } from '@kamar/core'
import { solidText, StepStatements, type SolidJob } from '@kamar/codecs/brep'
import type { Brep, Face, Handle, HandleList, Loop, NurbsCurve, RhinoCurve, Trim } from '../archive/kernel-types.js'
import { toSplineCurve, toSplineSurface } from './splines.js'

const outerLoop = 1

/** Brep ready for tessellation. */
export interface BrepJob {
  readonly job: SolidJob
  /** Number of faces. */
  readonly faces: number
  /** Number of faces without a boundary or a surface, which cannot be converted. */
  readonly unreadable: number
}

/** Writes a Brep as STEP text in millimetres: every surface and every edge as a spline. Null when no face is left. */
export function brepJob(brep: Brep, millimetres: number, quality: MeshQuality = 'standard'): BrepJob | null {
  const writer = new BrepWriter(brep, millimetres)
  const faces = writer.faces()
  if (faces.length === 0) return null
  const source = writer.statements.bytes()
  const text = solidText({
    source,
    runs: [{ start: 0, end: source.length }],
    faces,
    context: null,
    firstFreeNumber: writer.statements.count + 1,
  })
  const job: SolidJob = { text, faces: { count: faces.length }, quality }
  return { job, faces: faces.length, unreadable: writer.unreadable }
}

class BrepWriter {
  readonly statements: StepStatements
  unreadable = 0
  readonly #brep: Brep
  readonly #edges: HandleList<RhinoCurve>
  readonly #vertices: ReturnType<Brep['vertices']>
  readonly #vertexNumbers = new Map<number, number>()
  readonly #edgeNumbers = new Map<number, number | null>()

  constructor(brep: Brep, millimetres: number) {
    this.#brep = brep
    this.#edges = brep.edges()
    this.#vertices = brep.vertices()
    this.statements = new StepStatements(millimetres)
  }

  /** Writes the faces and returns their numbers. */
  faces(): number[] {
    const table = this.#brep.faces()
    const total = table.count
    const numbers = collect(table, (face) => this.#face(face))
    this.unreadable = total - numbers.length
    return numbers
  }

  #face(face: Face): number | null {
    const isReversed = face.orientationIsReversed
    const bounds = collect(face.loops, (loop) => this.#bound(loop, isReversed))
    const surface = face.underlyingSurface()
    const spline = surface?.toNurbsSurface()
    if (!spline || bounds.length === 0) return null
    const nurbs = toSplineSurface(spline)
    spline.delete()
    surface?.delete()
    if (nurbs === null) return null
    const number = this.statements.splineSurface(nurbs)
    return this.statements.face(bounds, number, !isReversed)
  }

  /** Rhino orients boundaries by the surface, STEP by the face, so those of a reversed face are reversed. */
  #bound(loop: Loop, isReversed: boolean): number | null {
    const uses = collect(loop.trims, (trim) => this.#use(trim))
    if (uses.length === 0) return null
    return this.statements.edgeBound(uses, { isOuter: loop.loopType.value === outerLoop, isForward: !isReversed })
  }

  #use(trim: Trim): number | null {
    if (trim.edgeIndex < 0) return null
    const edge = this.#edge(trim)
    return edge === null ? null : this.statements.orientedEdge(edge, !trim.isReversed)
  }

  #edge(trim: Trim): number | null {
    const cached = this.#edgeNumbers.get(trim.edgeIndex)
    if (cached !== undefined) return cached
    const [start, end] = trim.isReversed
      ? [trim.endVertexIndex, trim.startVertexIndex]
      : [trim.startVertexIndex, trim.endVertexIndex]
    const curve = this.#edges.get(trim.edgeIndex).toNurbsCurve()
    const number = curve ? this.#writeEdge([start, end], curve) : null
    curve?.delete()
    this.#edgeNumbers.set(trim.edgeIndex, number)
    return number
  }

  #writeEdge([start, end]: readonly [number, number], curve: NurbsCurve): number | null {
    const nurbs = toSplineCurve(curve)
    if (nurbs === null) return null
    const ends = [this.#vertex(start), this.#vertex(end)] as const
    return this.statements.edge(ends, this.statements.splineCurve(nurbs), true)
  }

  #vertex(index: number): number {
    const cached = this.#vertexNumbers.get(index)
    if (cached !== undefined) return cached
    const number = this.statements.vertex(this.#vertices.get(index).location)
    this.#vertexNumbers.set(index, number)
    return number
  }
}

/** Reads each item of a list, skips null results, and frees the items one by one. */
function collect<Item extends Handle, Result>(list: HandleList<Item>, read: (item: Item) => Result | null): Result[] {
  const results: Result[] = []
  for (let index = 0; index < list.count; index++) {
    const item = list.get(index)
    const result = read(item)
    if (result !== null) results.push(result)
    item.delete()
  }
  list.delete()
  return results
}
