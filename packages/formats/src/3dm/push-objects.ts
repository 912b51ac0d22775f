import { type MeshInput, type PreparedMesh, type ReadContext, throwIfCancelled } from '@kamar/core'
import { prepareMesh } from '@kamar/mesh'
import type { BrepWorkerPool, SolidFailure, SolidResult } from '@kamar/codecs/brep'
import { lineSet } from '../kit/line-set.js'
import { toImageCoordinates } from '../kit/texture-transform.js'
import { splitPointCloud, type PointCloud } from '../kit/split-point-cloud.js'
import { attempt } from './archive/kernel.js'
import type { HatchPattern } from './archive/hatch-patterns.js'
import type {
  Brep,
  Extrusion,
  Face,
  Geometry,
  Hatch,
  RhinoAnnotation,
  RhinoArchive,
  RhinoCurve,
  RhinoKernel,
  RhinoMesh,
  RhinoPoint,
  RhinoPointCloud,
  Subd,
  TextDot,
} from './archive/kernel-types.js'
import { objectTypes } from './archive/object-types.js'
import type { ModelObject } from './archive/read-model.js'
import { brepJob, type BrepJob } from './geometry/brep-job.js'
import { readControlNet } from './geometry/control-net.js'
import { curveLines } from './geometry/curve-lines.js'
import type { Drawing } from './geometry/drawing.js'
import { flatMesh } from './geometry/flat-plane.js'
import { copyBuffers, joinMeshes, readCachedMeshes, readVertexColors, type LocalMesh } from './geometry/mesh-input.js'
import { readAnnotation, readHatch } from './geometry/read-drawing.js'
import { cloudPoints, singlePoint } from './geometry/read-points.js'
import { subdMesh } from './geometry/subd-mesh.js'
import type { MaterialCache } from './material-cache.js'
import type { RhinoSceneWriter } from './rhino-scene-writer.js'
import type { ObjectInstance } from './tree.js'

/** Max Breps queued in the worker pool before the oldest one returns. */
const maxPendingBreps = 6

/** Reason why an object, or a part of it, is not shown. */
export type ObjectFailure =
  | SolidFailure
  | 'empty-shape'
  | 'part-missing'
  | 'damaged'
  | 'not-read'
  | 'not-drawn'
  | 'not-understood'

/** Number of shapes of each kind in the scene. */
export interface ShapeCounts {
  breps: number
  faces: number
  meshes: number
  subds: number
  curves: number
  points: number
  annotations: number
  hatches: number
}

/** Result of pushing the objects. */
export interface PushedObjects {
  readonly failures: ReadonlyMap<ModelObject, ObjectFailure>
  readonly counts: ShapeCounts
  /** Breps and extrusions whose mesh is stored in the file. */
  readonly cachedMeshes: number
  /** Faces without triangles in visible Breps. */
  readonly missingFaces: number
}

/** Input of `pushObjects`. */
export interface PushInput {
  readonly rhino: RhinoKernel
  readonly archive: RhinoArchive
  readonly context: ReadContext
  readonly pool: BrepWorkerPool
  readonly writer: RhinoSceneWriter
  readonly materialCache: MaterialCache
  readonly metres: number
  readonly patterns: readonly (HatchPattern | null)[]
  readonly instances: ReadonlyMap<ModelObject, readonly ObjectInstance[]>
  /** Whether the meshes that Rhino cached are used; otherwise every Brep is tessellated again. Default true. */
  readonly usesCachedMeshes?: boolean
  /** Reports the fraction that is already in the scene. */
  readonly progress: (fraction: number) => void
}

/** A shape before it is written to the scene. */
type Shape =
  | {
      readonly kind: 'mesh'
      readonly local: LocalMesh
      readonly of: 'meshes' | 'subds' | 'cached'
      readonly faces: number
    }
  | { readonly kind: 'lines'; readonly local: NonNullable<ReturnType<typeof curveLines>> }
  | { readonly kind: 'solid'; readonly source: BrepJob; readonly result: Promise<SolidResult> }
  | { readonly kind: 'points'; readonly cloud: PointCloud }
  | { readonly kind: 'drawing'; readonly drawing: Drawing; readonly of: 'annotations' | 'hatches' }
  | { readonly kind: 'failed'; readonly reason: ObjectFailure }

/** Writes every object once, in tree order; the worker pool tessellates solids ahead. */
export async function pushObjects(input: PushInput): Promise<PushedObjects> {
  return new ObjectWork(input).run()
}

const pointsShape = (cloud: PointCloud | null): Shape => (cloud ? { kind: 'points', cloud } : failed('empty-shape'))

const drawingShape = (of: 'annotations' | 'hatches', drawing: Drawing | null): Shape =>
  drawing ? { kind: 'drawing', drawing, of } : failed('not-read')

/** Runs a read; returns null where the library throws because the shape has an unexpected form. */
function understood(read: () => Drawing | null): Drawing | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'BindingError')) return null
    throw error
  }
}

const failed = (reason: ObjectFailure): Shape => ({ kind: 'failed', reason })

class ObjectWork {
  readonly #input: PushInput
  readonly #failures = new Map<ModelObject, ObjectFailure>()
  readonly #counts: ShapeCounts = {
    breps: 0,
    faces: 0,
    meshes: 0,
    subds: 0,
    curves: 0,
    points: 0,
    annotations: 0,
    hatches: 0,
  }
  #cachedMeshes = 0
  #missingFaces = 0

  constructor(input: PushInput) {
    this.#input = input
  }

  async run(): Promise<PushedObjects> {
    const { instances, context, progress } = this.#input
    const objects = [...instances.keys()]
    const ahead: Shape[] = []
    for (const [number, object] of objects.entries()) {
      while (ahead.length < Math.min(maxPendingBreps, objects.length - number)) {
        ahead.push(this.#createShape(objects[number + ahead.length]))
      }
      const failure = await this.#push(object, ahead.shift() ?? failed('damaged'))
      throwIfCancelled(context.signal)
      if (failure) this.#failures.set(object, failure)
      progress((number + 1) / objects.length)
      await context.scene.settle()
    }
    return {
      failures: this.#failures,
      counts: this.#counts,
      cachedMeshes: this.#cachedMeshes,
      missingFaces: this.#missingFaces,
    }
  }

  #createShape(object: ModelObject): Shape {
    const shape = attempt(() => {
      const item = this.#input.archive.objects().get(object.row)
      const geometry = item.geometry()
      item.delete()
      const read = geometry ? this.#read(object.type, geometry) : failed('damaged')
      geometry?.delete()
      return read
    })
    return shape ?? failed('damaged')
  }

  #read(type: number, geometry: Geometry): Shape {
    if (type === objectTypes.brep) return this.#brep(geometry as Brep)
    if (type === objectTypes.extrusion) return this.#extrusion(geometry as Extrusion)
    if (type === objectTypes.surface) return this.#surface(geometry)
    if (type === objectTypes.mesh) return this.#mesh(geometry as RhinoMesh)
    if (type === objectTypes.subd) return this.#subd(geometry as Subd)
    if (type === objectTypes.curve) return this.#curve(geometry as RhinoCurve)
    return this.#readDrawn(type, geometry)
  }

  /** Reads annotation objects: points, texts, dimensions, hatches. */
  #readDrawn(type: number, geometry: Geometry): Shape {
    const { archive, rhino, patterns } = this.#input
    if (type === objectTypes.point) return pointsShape(singlePoint((geometry as RhinoPoint).location))
    if (type === objectTypes.textDot) return pointsShape(singlePoint((geometry as TextDot).point))
    if (type === objectTypes.pointCloud) return pointsShape(cloudPoints(geometry as RhinoPointCloud))
    if (type === objectTypes.annotation)
      return drawingShape(
        'annotations',
        understood(() => readAnnotation(geometry as RhinoAnnotation, archive)),
      )
    if (type === objectTypes.hatch)
      return drawingShape(
        'hatches',
        understood(() => readHatch(geometry as Hatch, rhino, patterns)),
      )
    return failed(notDrawn.has(type) ? 'not-drawn' : 'not-read')
  }

  #brep(brep: Brep): Shape {
    const { rhino, metres, usesCachedMeshes = true } = this.#input
    const table = brep.faces()
    const faces: Face[] = Array.from({ length: table.count }, (_, index) => table.get(index))
    const cachedMesh = usesCachedMeshes ? readCachedMeshes(faces, rhino.MeshType.Any) : null
    for (const face of faces) face.delete()
    table.delete()
    const local = cachedMesh ? joinMeshes(cachedMesh, metres) : null
    if (local) return { kind: 'mesh', local, of: 'cached', faces: faces.length }
    return this.#mesher(brep)
  }

  /** Tessellates a Brep in the shared B-rep worker pool. */
  #mesher(brep: Brep): Shape {
    const { metres, context } = this.#input
    const source = brepJob(brep, metres * 1000, context.quality)
    if (!source) return failed('empty-shape')
    const result = this.#input.pool.mesh(() => source.job)
    // A startup failure is handled where the result is awaited.
    result.catch(() => undefined)
    return { kind: 'solid', source, result }
  }

  #extrusion(extrusion: Extrusion): Shape {
    const { rhino, metres, usesCachedMeshes = true } = this.#input
    const cachedMesh = usesCachedMeshes ? extrusion.getMesh(rhino.MeshType.Any) : null
    const local = cachedMesh ? joinMeshes([copyBuffers(cachedMesh)], metres) : null
    cachedMesh?.delete()
    if (local) return { kind: 'mesh', local, of: 'cached', faces: 0 }
    return this.#converted(extrusion.toBrep(true))
  }

  #surface(surface: Geometry): Shape {
    return this.#converted(this.#input.rhino.Brep.tryConvertBrep(surface))
  }

  #converted(brep: Brep | null): Shape {
    if (!brep) return failed('not-translated')
    const shape = this.#mesher(brep)
    brep.delete()
    return shape
  }

  #mesh(mesh: RhinoMesh): Shape {
    const local = joinMeshes([copyBuffers(mesh)], this.#input.metres)
    if (!local) return failed('empty-shape')
    const colors = readVertexColors(mesh)
    const coloredMesh: MeshInput = { ...local.mesh, ...(colors ? { colors } : {}) }
    return { kind: 'mesh', local: { ...local, mesh: coloredMesh }, of: 'meshes', faces: 0 }
  }

  #subd(subd: Subd): Shape {
    const net = readControlNet(subd)
    const local = net ? joinMeshes([subdMesh(net)], this.#input.metres) : null
    return local ? { kind: 'mesh', local, of: 'subds', faces: 0 } : failed('empty-shape')
  }

  #curve(curve: RhinoCurve): Shape {
    const local = curveLines(curve, this.#input.metres)
    return local ? { kind: 'lines', local } : failed('empty-shape')
  }

  #pushPoints(object: ModelObject, cloud: PointCloud): null {
    const { context, materialCache, writer, metres } = this.#input
    this.#counts.points += cloud.positions.length / 3
    for (const { points, origin } of splitPointCloud(cloud, metres)) {
      const mesh = context.scene.addPoints(points)
      for (const instance of this.#getInstances(object)) {
        const material = points.colors ? materialCache.ofColored() : materialCache.ofCurve(object, instance)
        writer.addInstance({ mesh, origin, ...instance, material })
      }
    }
    return null
  }

  #pushDrawing(object: ModelObject, { drawing, of }: Extract<Shape, { kind: 'drawing' }>): ObjectFailure | null {
    const { context, materialCache, writer, metres } = this.#input
    const fills = flatMesh(drawing.fills, drawing.plane, metres)
    const filled = fills && prepareMesh(fills.mesh)
    const lines = drawing.lines.filter((line) => line.length > 1)
    if (!filled && lines.length === 0) return 'empty-shape'
    this.#counts[of]++
    if (filled && fills) this.#placeDrawn(object, filled, fills.origin)
    if (lines.length > 0) {
      const [x, y, z] = lines[0][0]
      const mesh = context.scene.addLines(lineSet(lines, [x, y, z], metres))
      const origin = [x * metres, y * metres, z * metres] as const
      for (const instance of this.#getInstances(object))
        writer.addInstance({ mesh, origin, ...instance, material: materialCache.ofCurve(object, instance) })
    }
    return null
  }

  async #push(object: ModelObject, shape: Shape): Promise<ObjectFailure | null> {
    if (shape.kind === 'failed') return shape.reason
    if (shape.kind === 'lines') return this.#pushLines(object, shape.local)
    if (shape.kind === 'mesh') return this.#pushMesh(object, shape)
    if (shape.kind === 'points') return this.#pushPoints(object, shape.cloud)
    if (shape.kind === 'drawing') return this.#pushDrawing(object, shape)
    const result = await shape.result
    if (result.kind === 'failed') return result.reason
    this.#counts.breps++
    this.#counts.faces += result.meshedFaces
    const missing = shape.source.faces + shape.source.unreadable - result.meshedFaces
    this.#missingFaces += Math.max(0, missing)
    for (const mesh of result.meshes)
      if (mesh) await this.#addInstances(mesh, { object, origin: result.origin, instances: this.#getInstances(object) })
    return missing > 0 ? 'part-missing' : null
  }

  async #pushMesh(
    object: ModelObject,
    { local, of, faces }: Extract<Shape, { kind: 'mesh' }>,
  ): Promise<ObjectFailure | null> {
    const { materialCache } = this.#input
    const allInstances = this.#getInstances(object)
    const texturedInstances = local.uv
      ? await materialCache.byTexture(object, allInstances)
      : [{ transform: null, instances: allInstances }]
    let isShown = false
    for (const { transform, instances } of texturedInstances) {
      const textureCoordinates = transform && local.uv && toImageCoordinates(local.uv, transform)
      const mesh = prepareMesh({ ...local.mesh, ...(textureCoordinates && { textureCoordinates }) })
      if (!mesh) continue
      isShown = true
      await this.#addInstances(mesh, { object, origin: local.origin, instances })
    }
    if (!isShown) return 'empty-shape'
    if (of === 'cached') {
      this.#cachedMeshes++
      this.#counts.breps++
      this.#counts.faces += faces
    } else this.#counts[of]++
    return null
  }

  #pushLines(object: ModelObject, { lines, origin }: NonNullable<ReturnType<typeof curveLines>>): null {
    const { context, materialCache, writer } = this.#input
    const mesh = context.scene.addLines(lines)
    this.#counts.curves++
    for (const instance of this.#getInstances(object)) {
      writer.addInstance({ mesh, origin, ...instance, material: materialCache.ofCurve(object, instance) })
    }
    return null
  }

  /** Adds texts and fills of a drawing in the line colour. */
  #placeDrawn(object: ModelObject, prepared: PreparedMesh, origin: Origin): void {
    const { context, materialCache, writer } = this.#input
    writer.countTriangles(prepared.levels[0].count / 3)
    const mesh = context.scene.addMesh(prepared)
    if (mesh === null) return
    for (const instance of this.#getInstances(object))
      writer.addInstance({ mesh, origin, ...instance, material: materialCache.ofCurve(object, instance) })
  }

  async #addInstances(
    prepared: PreparedMesh,
    { object, origin, instances }: { object: ModelObject; origin: Origin; instances: readonly ObjectInstance[] },
  ): Promise<void> {
    const { context, materialCache, writer } = this.#input
    writer.countTriangles(prepared.levels[0].count / 3)
    const mesh = context.scene.addMesh(prepared)
    if (mesh === null) return
    const hasCoordinates = prepared.textureCoordinates !== undefined
    for (const instance of instances) {
      const material = await materialCache.ofSurface(object, instance, hasCoordinates)
      writer.addInstance({ mesh, origin, ...instance, material })
    }
  }

  #getInstances(object: ModelObject): readonly ObjectInstance[] {
    return this.#input.instances.get(object) ?? []
  }
}

type Origin = readonly [number, number, number]

/** Object types that are read but have no shape. */
const notDrawn: ReadonlySet<number> = new Set([objectTypes.light, objectTypes.clippingPlane, objectTypes.detail])
