import { type ReaderLimits, throwIfBeyond } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import { GrowingUint32, VectorTable } from '../kit/growing-array.js'
import { newClipBudget, triangulate } from '@kamar/mesh'
import { VertexColors } from './vertex-colors.js'
import { SkipList } from '../kit/report.js'
import { maxMeshTriangles } from '../kit/split-mesh.js'

/** Source of a run's normals: the file, its smoothing groups, or the mesh stage's crease angle. */
export type NormalSource = 'file' | 'smoothing groups' | 'crease angle'

/** An object or group that contains geometry. */
export interface Part {
  /** Name after `o`; null when the file has not named one. */
  readonly object: string | null
  /** Name after `g`. */
  readonly group: string | null
}

/** Triangles, lines and points of one part with one material and one source of normals. */
export interface Run {
  readonly part: Part
  /** Name after `usemtl`; null when the file has not named one. */
  readonly material: string | null
  readonly normals: NormalSource
  /** Whether the triangles continue in another run, because a mesh may not have as many. */
  isPart: boolean
  /** A vertex index and a normal index (or a smoothing key) per corner, both from 0. */
  readonly faceVertices: GrowingUint32
  /** A texture coordinate index per corner from 1, 0 for none; shorter where they are not stored. */
  readonly textures: GrowingUint32
  /** Vertex indices, two per line segment. */
  readonly segments: GrowingUint32
  /** Vertex indices. */
  readonly points: GrowingUint32
}

/** From here on the second number of a corner is the key of a flat face instead of a smoothing group. */
const flatFaceKey = 2 ** 31

/** Attributes of a face's corners: indices from 0, -1 for none; lists may be longer than the face. */
export interface FaceAttributes {
  readonly normals: Int32Array
  readonly textures: Int32Array
}

/** Collector of the statements of an OBJ file, which stores its triangles in runs until they are taken. */
export class ModelCollector {
  readonly positions = new VectorTable('double')
  readonly normals = new VectorTable('single')
  readonly colors = new VertexColors()
  /** u, v; empty where no material shows a texture. */
  textureCoordinates = new VectorTable('single', { width: 2 })
  /** Whether texture coordinates are stored, until `leaveTexturesOut`. */
  keepsTextures = true
  readonly counts = { textureCoordinates: 0, faces: 0, triangles: 0, lineSegments: 0, points: 0 }
  /** Omitted records, by `kind` and `reason`. */
  readonly skipped = new SkipList()
  /** Arguments of `mtllib` statements, in order. */
  readonly libraries: string[] = []
  /** Triangles in runs that are not taken yet. */
  pendingTriangles = 0

  readonly #limits: ReaderLimits
  readonly #maxTriangles: number
  #part: Part = { object: null, group: null }
  readonly #parts = new Map<string, Part>()
  #material: string | null = null
  /** -1 not stated, 0 off. */
  #smoothingGroup = -1
  readonly #runs = new Map<string, Run>()
  /** Runs that have as many triangles, lines or points as a run may have. */
  readonly #fullRuns: Run[] = []
  readonly #keysOfFullRuns = new Set<string>()
  /** The current runs of faces, by source of normals; cleared when part or material change. */
  readonly #openRuns = new Map<NormalSource, Run>()
  #flatFaces = 0
  readonly #clipBudget = newClipBudget()

  constructor(limits: ReaderLimits, maxTriangles = maxMeshTriangles) {
    this.#limits = limits
    this.#maxTriangles = maxTriangles
  }

  /** Adds a vertex; an invalid one keeps its index, so that later indices stay right. */
  addVertex(x: number, y: number, z: number): void {
    const usable = isCoordinate(x) && isCoordinate(y) && isCoordinate(z)
    this.positions.push(usable ? x : Number.NaN, usable ? y : Number.NaN, usable ? z : Number.NaN)
  }

  /** Drops texture coordinates, as no material of the model shows a texture. */
  leaveTexturesOut(): void {
    this.keepsTextures = false
    this.textureCoordinates = new VectorTable('single', { width: 2 })
  }

  openObject(name: string): void {
    this.#openPart(name === '' ? null : name, null)
  }

  openGroup(name: string): void {
    this.#openPart(this.#part.object, name === '' ? null : name)
  }

  #openPart(object: string | null, group: string | null): void {
    const key = `${object ?? ''}\n${group ?? ''}`
    const part = this.#parts.get(key) ?? { object, group }
    this.#parts.set(key, part)
    this.#part = part
    this.#openRuns.clear()
  }

  useMaterial(name: string): void {
    this.#material = name === '' ? null : name
    this.#openRuns.clear()
  }

  setSmoothing(group: number): void {
    this.#smoothingGroup = group
  }

  /** Adds a face by vertex indices, from 0; `faceVertices` may be longer than `count`. -1 is "none". */
  addFace(count: number, faceVertices: Int32Array, { normals, textures }: FaceAttributes): void {
    this.counts.faces++
    if (count < 3) return this.skipped.add('face', 'too-few-corners')
    for (let index = 0; index < count; index++) {
      if (faceVertices[index] < 0) return this.skipped.add('face', 'index-out-of-range')
      if (Number.isNaN(this.positions.at(faceVertices[index], 0))) return this.skipped.add('face', 'not-a-number')
    }
    const source = this.#normalSource(count, normals)
    const run = this.#runFor(source)
    const key = source === 'smoothing groups' ? this.#smoothingKey() : 0
    const push = (index: number): void => {
      run.faceVertices.push(faceVertices[index])
      run.faceVertices.push(source === 'file' ? normals[index] : key)
      if (this.keepsTextures) run.textures.push(textures[index] + 1)
    }
    if (count === 3) {
      push(0)
      push(1)
      push(2)
      this.#countTriangles(1)
    } else this.#addPolygon(count, faceVertices, push)
    this.#closeIfFull(run, run.faceVertices.length / 6)
  }

  #addPolygon(count: number, faceVertices: Int32Array, push: (index: number) => void): void {
    const points = new Float64Array(3 * count)
    // Relative to the first corner: products of coordinates far from zero would lose the small differences.
    for (let at = 0; at < points.length; at++) {
      const axis = at % 3
      points[at] = this.positions.at(faceVertices[(at - axis) / 3], axis) - this.positions.at(faceVertices[0], axis)
    }
    const triangles = triangulate(points, this.#clipBudget)
    if (typeof triangles === 'string') return this.skipped.add('face', triangles)
    for (const index of triangles) push(index)
    this.#countTriangles(triangles.length / 3)
  }

  #countTriangles(count: number): void {
    this.counts.triangles += count
    this.pendingTriangles += count
    throwIfBeyond('triangles', this.counts.triangles, this.#limits)
  }

  /** Adds a polyline by point indices, from 0. */
  addLine(count: number, points: Int32Array): void {
    const isUsable = (point: number): boolean => point >= 0 && !Number.isNaN(this.positions.at(point, 0))
    const run = this.#runFor('crease angle')
    for (let index = 1; index < count; index++) {
      const [from, to] = [points[index - 1], points[index]]
      if (!isUsable(from) || !isUsable(to)) this.skipped.add('line', 'index-out-of-range')
      else {
        run.segments.push(from)
        run.segments.push(to)
        this.counts.lineSegments++
      }
    }
    if (count < 2) this.skipped.add('line', 'too-few-corners')
    this.#closeIfFull(run, run.segments.length / 2)
  }

  /** Adds single points by index, from 0. */
  addPoints(count: number, points: Int32Array): void {
    const run = this.#runFor('crease angle')
    for (let index = 0; index < count; index++) {
      const point = points[index]
      if (point < 0 || Number.isNaN(this.positions.at(point, 0))) this.skipped.add('point', 'index-out-of-range')
      else {
        run.points.push(point)
        throwIfBeyond('triangles', this.counts.triangles + ++this.counts.points, this.#limits)
      }
    }
    this.#closeIfFull(run, run.points.length)
  }

  #normalSource(count: number, normals: Int32Array): NormalSource {
    let complete = true
    for (let index = 0; index < count && complete; index++) {
      const normal = normals[index]
      complete = normal >= 0 && this.#hasDirection(normal)
    }
    if (complete) return 'file'
    return this.#smoothingGroup < 0 ? 'crease angle' : 'smoothing groups'
  }

  #hasDirection(normal: number): boolean {
    const { normals } = this
    const length = Math.abs(normals.at(normal, 0)) + Math.abs(normals.at(normal, 1)) + Math.abs(normals.at(normal, 2))
    return length > 1e-6 && length < 1e6
  }

  #smoothingKey(): number {
    return this.#smoothingGroup > 0 ? this.#smoothingGroup : flatFaceKey + (this.#flatFaces++ % flatFaceKey)
  }

  #runFor(normals: NormalSource): Run {
    const open = this.#openRuns.get(normals)
    if (open) return open
    const key = this.#runKey(normals)
    let run = this.#runs.get(key)
    if (!run) {
      const [faceVertices, textures] = [new GrowingUint32(), new GrowingUint32()]
      const [segments, points] = [new GrowingUint32(), new GrowingUint32()]
      const isPart = this.#keysOfFullRuns.has(key)
      run = { part: this.#part, material: this.#material, normals, isPart, faceVertices, textures, segments, points }
      this.#runs.set(key, run)
    }
    this.#openRuns.set(normals, run)
    return run
  }

  #runKey(normals: NormalSource): string {
    return `${this.#part.object ?? ''}\n${this.#part.group ?? ''}\n${this.#material ?? ''}\n${normals}`
  }

  /** Closes a run of the current part and material that is full; the next face begins another one. */
  #closeIfFull(run: Run, items: number): void {
    if (items < this.#maxTriangles) return
    const key = this.#runKey(run.normals)
    run.isPart = true
    this.#keysOfFullRuns.add(key)
    this.#fullRuns.push(run)
    this.#runs.delete(key)
    this.#openRuns.delete(run.normals)
  }

  /**
   * Takes the runs, in the order in which they were begun, full ones first. Those of the current part stay, unless all
   * are requested: a group that returns later starts a new run, but a growing run is not split until it is full.
   */
  takeRuns(which: 'finished' | 'all'): Run[] {
    const entries = [...this.#runs].filter(([, run]) => which === 'all' || run.part !== this.#part)
    for (const [key] of entries) this.#runs.delete(key)
    if (which === 'all') this.#openRuns.clear()
    const runs = [...this.#fullRuns.splice(0), ...entries.map(([, run]) => run)]
    for (const run of runs) this.pendingTriangles -= run.faceVertices.length / 6
    return runs.filter((run) => run.faceVertices.length + run.segments.length + run.points.length > 0)
  }
}
