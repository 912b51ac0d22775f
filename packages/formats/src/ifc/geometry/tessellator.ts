import { FileBytes } from '@kamar/codecs/part21'
import { prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { isFiniteMatrix, type Matrix } from '@kamar/core/math'
import { contentKey } from './content-key.js'
import { noScale, type Scale } from '../model/shapes/scale.js'
import { colorFaces, readFaceColors, type FaceColorRanges } from './face-colors.js'
import { FaceSetReader, type FaceSet } from './face-set.js'
import { textureFaces, type FaceTextureRanges } from './face-textures.js'
import type { ByteRange } from './list-reader.js'
import { isKernelException, openModel, type Kernel, type KernelSource } from './kernel.js'
import { toPlacement, readGeometry, readPlacement, getStyle, type RawMesh } from './kernel-geometry.js'
import { packMeshes } from './mesh-packing.js'
import { jobKind, jobOutcome, jobStride, type Shard, type ShardResult, type ShardedFile } from './shards/shard.js'
import { shardText } from './shards/shard-text.js'
import { splitStretch, stretchMesh, type Stretch } from './stretch.js'

const noMatrix = [NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]

/** The results of a shard under construction. */
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

  addInstance(instance: { job: number; key: string; style: number; matrix: Matrix }): void {
    let mesh = this.#meshNumbers.get(instance.key)
    if (mesh === undefined) {
      mesh = this.meshKeys.push(instance.key) - 1
      this.#meshNumbers.set(instance.key, mesh)
    }
    this.placedNumbers.push(instance.job, mesh, instance.style)
    this.placedMatrices.push(...instance.matrix)
    this.outcomes[instance.job] = jobOutcome.done
  }
}

/** Converter of shards to prepared meshes and placements: the work of one geometry worker. */
export class Tessellator {
  readonly #kernels: KernelSource
  readonly #file: ShardedFile
  readonly #bytes: FileBytes
  readonly #faceSets: FaceSetReader
  /** Keys of the meshes that were sent, and whether any geometry remained of each. */
  readonly #sentMeshes = new Map<string, boolean>()
  readonly #keyOfGeometry = new Map<number, string>()
  #kernel: Kernel | null = null
  #slice: number | undefined

  constructor(kernels: KernelSource, file: ShardedFile, kernel: Kernel | null = null) {
    this.#kernels = kernels
    this.#file = file
    this.#kernel = kernel
    this.#bytes = new FileBytes(file.content)
    this.#faceSets = new FaceSetReader(this.#bytes)
  }

  /** The kernel, to be reused for the next file. */
  get kernel(): Kernel | null {
    return this.#kernel
  }

  /** Releases the kernel's memory when it has grown above `bytes`. */
  dropLargeKernel(bytes: number): void {
    if ((this.#kernel?.HEAPU8.length ?? 0) > bytes) this.#kernel = null
  }

  /** Processes a shard; calls `onJob` before each job, with -1 for the opening. Skips the jobs in `skip`. */
  async run(shard: Shard, skip: ReadonlySet<number>, onJob: (job: number) => void): Promise<ShardResult> {
    const jobCount = shard.jobs.length / jobStride
    this.#enterSlice(shard.slice)
    const work = new ShardWork(jobCount)
    const session = new KernelSession(this.#kernels, this.#kernel, () => this.#makeText(shard))
    onJob(-1)
    let isOpened = true
    for (let job = 0; job < jobCount; job++) {
      if (skip.has(job)) {
        work.outcomes[job] = jobOutcome.failed
        if (shard.jobs[job * jobStride] === jobKind.placement) work.placements.push(...noMatrix)
        continue
      }
      isOpened &&= await this.#runJob({ shard, job, work, session, onJob })
    }
    this.#kernel = session.close()
    // The shard will return in halves; its meshes must then be sent again.
    if (!isOpened) for (const { key } of work.meshes) this.#sentMeshes.delete(key)
    return this.#result(shard.number, work, isOpened)
  }

  /** Forgets the meshes that were sent with another slice. */
  #enterSlice(slice: number | undefined): void {
    if (slice === this.#slice) return
    this.#slice = slice
    this.#sentMeshes.clear()
    this.#keyOfGeometry.clear()
  }

  #makeText(shard: Shard): Uint8Array {
    return shardText({ bytes: this.#bytes, schema: this.#file.schema }, shard)
  }

  /** Runs a job; returns false when the kernel could not open the shard. */
  async #runJob(at: {
    shard: Shard
    job: number
    work: ShardWork
    session: KernelSession
    onJob: (job: number) => void
  }): Promise<boolean> {
    const { shard, job, work, onJob } = at
    const [kind, first, second, third, fourth] = shard.jobs.subarray(job * jobStride, (job + 1) * jobStride)
    const target = { work, job, scale: getScale(shard, job) }
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
    const session = isIsolated ? new KernelSession(this.#kernels, null, () => this.#makeText(shard)) : at.session
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
        const instance = mesh.geometries.get(index)
        const matrix = Float64Array.from(toPlacement(instance, this.#file.unitMetres))
        const stretch = splitStretch(matrix, target.scale)
        // The kernel stores the cut geometry of an element under the number of the uncut item: only items can be
        // reused.
        const reuseKey = at.isCut || stretch ? null : instance.geometryExpressID
        const key = this.#getMeshKey(target.work, {
          kernel,
          model,
          geometryId: instance.geometryExpressID,
          reuseKey,
          stretch,
        })
        this.#addInstance(target, { key, style: getStyle(instance), matrix: stretch?.placement ?? matrix })
      }
    } finally {
      mesh.geometries.delete()
    }
    return true
  }

  #addInstance({ work, job }: JobTarget, instance: { key: string | null; style: number; matrix: Matrix }): void {
    if (instance.key !== null && isFiniteMatrix(instance.matrix))
      work.addInstance({ job, key: instance.key, style: instance.style, matrix: instance.matrix })
  }

  #getMeshKey(
    work: ShardWork,
    at: { kernel: Kernel; model: number; geometryId: number; reuseKey: number | null; stretch: Stretch | null },
  ): string | null {
    const cached = at.reuseKey === null ? undefined : this.#keyOfGeometry.get(at.reuseKey)
    if (cached !== undefined) return this.#sentMeshes.get(cached) ? cached : null
    const raw = readGeometry(at.kernel, at.model, { geometryId: at.geometryId, unitMetres: this.#file.unitMetres })
    if (raw && at.stretch) stretchMesh(raw, at.stretch)
    const key = raw && this.#addMesh(work, raw)
    if (key !== null && at.reuseKey !== null) this.#keyOfGeometry.set(at.reuseKey, key)
    return key
  }

  /** Prepares a mesh that is new, and returns its key; null when no geometry remains. */
  #addMesh(work: ShardWork, raw: RawMesh): string | null {
    const { textureCoordinates: texture } = raw
    const key = contentKey(raw.positions, raw.indices, raw.colors ?? (texture && new Uint8Array(texture.buffer)))
    const cached = this.#sentMeshes.get(key)
    if (cached !== undefined) return cached ? key : null
    const mesh = prepareMesh(raw)
    this.#sentMeshes.set(key, mesh !== null)
    if (mesh) work.meshes.push({ key, mesh })
    return mesh ? key : null
  }

  #readFaceSet(target: JobTarget, ranges: FaceSetRanges): void {
    const read = this.#faceSetAt(ranges)
    if (!read) return
    const { unitMetres } = this.#file
    const { points, indices, colors, faces } = read
    const center = computeCenter(points)
    const positions = new Float32Array(points.length)
    for (let at = 0; at < points.length; at++) positions[at] = (points[at] - center[at % 3]) * unitMetres
    const plain = { positions, indices, ...(colors ? { colors } : {}) }
    const textures = colors ? undefined : ranges.textures
    const textured = textures && textureFaces(this.#bytes, textures, { mesh: plain, faces })
    const raw = textured ?? plain
    const matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...center.map((value) => value * unitMetres))
    const stretch = splitStretch(matrix, target.scale)
    if (stretch) stretchMesh(raw, stretch)
    const style = textured ? (textures?.style ?? -1) : colors && ranges.colors ? ranges.colors.style : -1
    this.#addInstance(target, { key: this.#addMesh(target.work, raw), style, matrix: stretch?.placement ?? matrix })
  }

  #faceSetAt({ faceSet, points, colors }: FaceSetRanges): (FaceSet & { colors?: Uint8Array }) | null {
    const polygons = colors?.polygons ?? noPolygons
    const read =
      polygons.length > 0
        ? this.#faceSets.readPolygons(faceSet, points, polygons)
        : this.#faceSets.read(faceSet, points)
    const faceColors = colors && readFaceColors(this.#bytes, colors)
    return read && faceColors ? colorFaces(read, faceColors) : read
  }

  #result(number: number, work: ShardWork, isOpened: boolean): ShardResult {
    const { packed, buffer } = packMeshes(work.meshes.flatMap(({ mesh }) => mesh ?? []))
    return {
      number,
      isOpened,
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

/** Byte ranges of a face set. */
interface FaceSetRanges {
  readonly faceSet: ByteRange
  readonly points: ByteRange
  readonly colors: FaceColorRanges | undefined
  readonly textures: FaceTextureRanges | undefined
}

const noPolygons = new Float64Array(0)

/** Target of a job's results, and the scale of its meshes. */
interface JobTarget {
  readonly work: ShardWork
  readonly job: number
  readonly scale: Scale
}

function getScale({ scales }: Shard, job: number): Scale {
  const [x, y, z] = scales.subarray(job * 3, job * 3 + 3)
  return x === 1 && y === 1 && z === 1 ? noScale : [x, y, z]
}

/** Computes the centre of a set of points, relative to which their coordinates are small enough for float32. */
function computeCenter(points: Float64Array): readonly [number, number, number] {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at++) {
    const axis = at % 3
    if (points[at] < min[axis]) min[axis] = points[at]
    if (points[at] > max[axis]) max[axis] = points[at]
  }
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
}

/**
 * A shard opened in a kernel. After an error that is not the kernel's own exception (a stack overflow, an access out of
 * bounds) its memory cannot be trusted: a new kernel opens the shard again for the remaining jobs.
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

  /** Opens the shard; returns whether it is open. */
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

  /** Returns the result of a call to the kernel, or null when it failed. */
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

  /** Closes the shard; returns the kernel when it can be reused. */
  close(): Kernel | null {
    try {
      if (this.#kernel && this.#model >= 0) this.#kernel.CloseModel(this.#model)
    } catch {
      return null
    }
    return this.#kernel
  }
}
