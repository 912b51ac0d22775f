import { prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { contentKey } from './content-key.js'
import { isFiniteMatrix, type Matrix } from '../../shared/matrix.js'
import { noScale, type Scale } from '../model/scale.js'
import { colorFaces, readFaceColors, type FaceColorPlaces } from './face-colors.js'
import { FaceSetReader, type FaceSet } from './face-set.js'
import { textureFaces, type FaceTexturePlaces } from './face-textures.js'
import type { ByteRange } from './list-reader.js'
import { isKernelException, openModel, type Kernel, type KernelSource } from './kernel.js'
import { placementOf, readGeometry, readPlacement, styleOf, type RawMesh } from './kernel-geometry.js'
import { packMeshes } from './mesh-packing.js'
import { jobKind, jobOutcome, jobStride, type Shard, type ShardResult, type ShardedFile } from './shard.js'
import { shardText } from './shard-text.js'
import { splitStretch, stretchMesh, type Stretch } from './stretch.js'

const noMatrix = [NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]

/** What is being made of one shard. */
class ShardWork {
  readonly outcomes: Uint8Array
  readonly placedNumbers: number[] = []
  readonly placedMatrices: number[] = []
  readonly placements: number[] = []
  readonly meshKeys: string[] = []
  readonly meshes: { key: string; mesh: PreparedMesh | null }[] = []
  readonly #meshNumbers = new Map<string, number>()

  constructor(jobCount: number) {
    this.outcomes = new Uint8Array(jobCount).fill(jobOutcome.empty)
  }

  place(placed: { job: number; key: string; style: number; matrix: Matrix }): void {
    let mesh = this.#meshNumbers.get(placed.key)
    if (mesh === undefined) {
      mesh = this.meshKeys.push(placed.key) - 1
      this.#meshNumbers.set(placed.key, mesh)
    }
    this.placedNumbers.push(placed.job, mesh, placed.style)
    this.placedMatrices.push(...placed.matrix)
    this.outcomes[placed.job] = jobOutcome.done
  }
}

/** Turns shards into prepared meshes and placements: the work of one geometry worker. */
export class Tessellator {
  readonly #kernels: KernelSource
  readonly #file: ShardedFile
  readonly #faceSets: FaceSetReader
  /** Keys of the meshes that were sent, and whether anything was left of them. */
  readonly #known = new Map<string, boolean>()
  readonly #keyOfGeometry = new Map<number, string>()
  #kernel: Kernel | null = null

  constructor(kernels: KernelSource, file: ShardedFile, kernel: Kernel | null = null) {
    this.#kernels = kernels
    this.#file = file
    this.#kernel = kernel
    this.#faceSets = new FaceSetReader(file.bytes)
  }

  /** The kernel, for the next file. */
  get kernel(): Kernel | null {
    return this.#kernel
  }

  /** Gives the kernel's memory back when it has grown past `bytes`. */
  dropLargeKernel(bytes: number): void {
    if ((this.#kernel?.HEAPU8.length ?? 0) > bytes) this.#kernel = null
  }

  /** Works off a shard; `onJob` is told before each job, -1 for the opening. Jobs in `skip` are left out. */
  async run(shard: Shard, skip: ReadonlySet<number>, onJob: (job: number) => void): Promise<ShardResult> {
    const jobCount = shard.jobs.length / jobStride
    const work = new ShardWork(jobCount)
    const session = new KernelSession(this.#kernels, this.#kernel, () => shardText(this.#file, shard))
    onJob(-1)
    let opened = true
    for (let job = 0; job < jobCount; job++) {
      if (skip.has(job)) {
        work.outcomes[job] = jobOutcome.failed
        if (shard.jobs[job * jobStride] === jobKind.placement) work.placements.push(...noMatrix)
        continue
      }
      opened &&= await this.#runJob({ shard, job, work, session, onJob })
    }
    this.#kernel = session.close()
    // The shard will come again in halves; what it held must then be sent again.
    if (!opened) for (const { key } of work.meshes) this.#known.delete(key)
    return this.#result(shard.number, work, opened)
  }

  /** False when the kernel could not open the shard. */
  async #runJob(at: {
    shard: Shard
    job: number
    work: ShardWork
    session: KernelSession
    onJob: (job: number) => void
  }): Promise<boolean> {
    const { shard, job, work, onJob } = at
    const [kind, first, second, third, fourth] = shard.jobs.subarray(job * jobStride, (job + 1) * jobStride)
    const target = { work, job, scale: scaleOf(shard, job) }
    if (kind === jobKind.faceSet) {
      onJob(job)
      this.#readFaceSet(target, {
        faceSet: { start: first, end: second },
        points: { start: third, end: fourth },
        colors: shard.faceColors.get(job),
        textures: shard.faceTextures?.get(job),
      })
      return true
    }
    const isIsolated = kind === jobKind.isolatedItem
    const session = isIsolated ? new KernelSession(this.#kernels, null, () => shardText(this.#file, shard)) : at.session
    if (!(await session.open())) {
      work.outcomes[job] = jobOutcome.failed
      if (kind === jobKind.placement) work.placements.push(...noMatrix)
      return false
    }
    onJob(job)
    if (kind === jobKind.placement)
      work.placements.push(...(session.attempt((kernel, model) => readPlacement(kernel, model, first)) ?? noMatrix))
    else if (
      session.attempt((kernel, model) =>
        this.#tessellate(target, { kernel, model, expressId: first, isCut: kind === jobKind.element }),
      ) === null
    ) {
      work.outcomes[job] = jobOutcome.failed
    }
    if (isIsolated) session.close()
    return true
  }

  #tessellate(target: JobTarget, at: { kernel: Kernel; model: number; expressId: number; isCut: boolean }): true {
    const { kernel, model } = at
    const mesh = kernel.GetFlatMesh(model, at.expressId, false)
    try {
      const count = mesh.geometries.size()
      for (let index = 0; index < count; index++) {
        const placed = mesh.geometries.get(index)
        const matrix = Float64Array.from(placementOf(placed, this.#file.unitMetres))
        const stretch = splitStretch(matrix, target.scale)
        // The kernel keeps the cut geometry of an element under the number of the uncut item: only items may be reused.
        const reuseKey = at.isCut || stretch ? null : placed.geometryExpressID
        const key = this.#keyOf(target.work, { kernel, model, geometryId: placed.geometryExpressID, reuseKey, stretch })
        this.#place(target, { key, style: styleOf(placed), matrix: stretch?.placement ?? matrix })
      }
    } finally {
      mesh.geometries.delete()
    }
    return true
  }

  #place({ work, job }: JobTarget, placed: { key: string | null; style: number; matrix: Matrix }): void {
    if (placed.key !== null && isFiniteMatrix(placed.matrix))
      work.place({ job, key: placed.key, style: placed.style, matrix: placed.matrix })
  }

  #keyOf(
    work: ShardWork,
    at: { kernel: Kernel; model: number; geometryId: number; reuseKey: number | null; stretch: Stretch | null },
  ): string | null {
    const known = at.reuseKey === null ? undefined : this.#keyOfGeometry.get(at.reuseKey)
    if (known !== undefined) return this.#known.get(known) ? known : null
    const raw = readGeometry(at.kernel, at.model, { geometryId: at.geometryId, unitMetres: this.#file.unitMetres })
    if (raw && at.stretch) stretchMesh(raw, at.stretch)
    const key = raw && this.#addMesh(work, raw)
    if (key !== null && at.reuseKey !== null) this.#keyOfGeometry.set(at.reuseKey, key)
    return key
  }

  /** The key of a mesh that is prepared when it is new; null when nothing is left of it. */
  #addMesh(work: ShardWork, raw: RawMesh): string | null {
    const { textureCoordinates: texture } = raw
    const key = contentKey(raw.positions, raw.indices, raw.colors ?? (texture && new Uint8Array(texture.buffer)))
    const known = this.#known.get(key)
    if (known !== undefined) return known ? key : null
    const mesh = prepareMesh(raw)
    this.#known.set(key, mesh !== null)
    if (mesh) work.meshes.push({ key, mesh })
    return mesh ? key : null
  }

  #readFaceSet(target: JobTarget, places: FaceSetPlaces): void {
    const read = this.#faceSetAt(places)
    if (!read) return
    const { unitMetres } = this.#file
    const { points, indices, colors, faces } = read
    const centre = centreOf(points)
    const positions = new Float32Array(points.length)
    for (let at = 0; at < points.length; at++) positions[at] = (points[at] - centre[at % 3]) * unitMetres
    const plain = { positions, indices, ...(colors ? { colors } : {}) }
    const textures = colors ? undefined : places.textures
    const textured = textures && textureFaces(this.#file.bytes, textures, { mesh: plain, faces })
    const raw = textured ?? plain
    const matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...centre.map((value) => value * unitMetres))
    const stretch = splitStretch(matrix, target.scale)
    if (stretch) stretchMesh(raw, stretch)
    const style = textured ? (textures?.style ?? -1) : colors && places.colors ? places.colors.style : -1
    this.#place(target, { key: this.#addMesh(target.work, raw), style, matrix: stretch?.placement ?? matrix })
  }

  #faceSetAt({ faceSet, points, colors }: FaceSetPlaces): (FaceSet & { colors?: Uint8Array }) | null {
    const polygons = colors?.polygons ?? noPolygons
    const read =
      polygons.length > 0
        ? this.#faceSets.readPolygons(faceSet, points, polygons)
        : this.#faceSets.read(faceSet, points)
    const faceColors = colors && readFaceColors(this.#file.bytes, colors)
    return read && faceColors ? colorFaces(read, faceColors) : read
  }

  #result(number: number, work: ShardWork, opened: boolean): ShardResult {
    const { packed, buffer } = packMeshes(work.meshes.flatMap(({ mesh }) => mesh ?? []))
    return {
      number,
      opened,
      outcomes: work.outcomes,
      placedNumbers: Int32Array.from(work.placedNumbers),
      placedMatrices: Float64Array.from(work.placedMatrices),
      placements: Float64Array.from(work.placements),
      meshKeys: work.meshKeys,
      meshes: work.meshes.map(({ key }, index) => ({ key, mesh: packed[index] })),
      buffer,
    }
  }
}

/** Where a face set is stated. */
interface FaceSetPlaces {
  readonly faceSet: ByteRange
  readonly points: ByteRange
  readonly colors: FaceColorPlaces | undefined
  readonly textures: FaceTexturePlaces | undefined
}

const noPolygons = new Uint32Array(0)

/** Where the results of a job go, and what its meshes are stretched by. */
interface JobTarget {
  readonly work: ShardWork
  readonly job: number
  readonly scale: Scale
}

function scaleOf({ scales }: Shard, job: number): Scale {
  const [x, y, z] = scales.subarray(job * 3, job * 3 + 3)
  return x === 1 && y === 1 && z === 1 ? noScale : [x, y, z]
}

/** The middle of a set of points, in which their coordinates are small enough for float32. */
function centreOf(points: Float64Array): readonly [number, number, number] {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at++) {
    const axis = at % 3
    if (points[at] < least[axis]) least[axis] = points[at]
    if (points[at] > most[axis]) most[axis] = points[at]
  }
  return [(least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2]
}

/**
 * A shard opened in a kernel. After an error that is not the kernel's own exception (a stack overflow, an access out of
 * bounds) its memory cannot be trusted: a new kernel opens the shard again for the jobs that are left.
 */
class KernelSession {
  readonly #kernels: KernelSource
  readonly #makeText: () => Uint8Array
  #kernel: Kernel | null
  #model = -1
  #failed = false

  constructor(kernels: KernelSource, kernel: Kernel | null, makeText: () => Uint8Array) {
    this.#kernels = kernels
    this.#kernel = kernel
    this.#makeText = makeText
  }

  /** Whether the shard is open. */
  async open(): Promise<boolean> {
    if (this.#model >= 0 || this.#failed) return !this.#failed
    this.#kernel ??= await this.#kernels.start()
    try {
      this.#model = openModel(this.#kernel, this.#makeText())
    } catch {
      this.#kernel = null
    }
    this.#failed = this.#model < 0
    return !this.#failed
  }

  /** The result of a call to the kernel, or null when it failed. */
  attempt<Result>(call: (kernel: Kernel, model: number) => Result): Result | null {
    if (!this.#kernel) return null
    try {
      return call(this.#kernel, this.#model)
    } catch (error) {
      if (!isKernelException(error)) {
        this.#kernel = null
        this.#model = -1
      }
      return null
    }
  }

  /** Closes the shard; answers the kernel when it may be used again. */
  close(): Kernel | null {
    try {
      if (this.#kernel && this.#model >= 0) this.#kernel.CloseModel(this.#model)
    } catch {
      return null
    }
    return this.#kernel
  }
}
