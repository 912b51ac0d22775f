import {
  AlwaysDepth,
  DoubleSide,
  FrontSide,
  GLSL3,
  LessEqualDepth,
  RawShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type IUniform,
  type Object3D,
} from 'three'
import { fadeCoverage } from '../cull/culler.js'
import { DrawLists, NamedRangeList, type RangeList } from '../cull/draw-lists.js'
import { maxCutPlanes } from '../store/cut.js'
import { grown } from '../store/growable.js'
import type { InstanceColors } from '../store/instance-colors.js'
import type { InstanceStore } from '../store/instance-store.js'
import { placementStride, type ChunkGeometry } from '../store/gpu-chunk.js'
import { Clipping, createCutDefines } from './clipping.js'
import { createDrawBatch, type DrawBatch, type DrawSource } from './draw-batch.js'
import { GeometryArena, type ArenaSize } from './geometry-arena.js'
import { lightStrengths } from './viewer-colors.js'
import type { TextureArray } from './texture-array.js'
import { RowTexture } from './row-texture.js'
import { pointFragmentShader, pointVertexShader } from './point-shaders.js'
import { edgeFragmentShader, edgeVertexShader, surfaceFragmentShader, surfaceVertexShader } from './shaders.js'

/** Segments are nearly parallel to the view if their depth changes by more pixel widths than this per pixel. */
const steepPixels = 3

/** Uniforms shared by all programs of a model. */
export interface ModelUniforms {
  readonly keyDirection: IUniform<Vector3>
  readonly fillDirection: IUniform<Vector3>
  readonly lights: IUniform<Vector4>
  readonly edgeColor: IUniform<Vector3>
  readonly pixelScale: IUniform<number>
  /** Frame size, pixels. */
  readonly frameSize: IUniform<Vector2>
  /** Frame pixels per CSS pixel. */
  readonly pixelRatio: IUniform<number>
  /** Offset of edges towards the camera from the surfaces they lie on, clip units. */
  readonly towardsEye: IUniform<number>
  /** Depth bias of each level of coplanar surfaces: metres, and pixels. */
  readonly planeStep: IUniform<Vector3>
  readonly vertexGrid: IUniform<Vector2>
  /** Normal and distance of the section planes, retained side positive. */
  readonly cuts: IUniform<Float32Array>
  readonly cutCount: IUniform<number>
}

/** Part of the selection that a mask contains. */
export type MaskPart = 'all' | 'visible'

/** Purpose of a material. */
interface Purpose {
  readonly list: RangeList
  readonly kind: 'closed' | 'open' | 'clear' | 'axes' | 'edges' | 'points'
  /** Writes 1 for visible pixels instead of a colour. */
  readonly isMask?: true
}

/** Shader programs by primitive. */
const shaders = {
  triangles: { vertexShader: surfaceVertexShader, fragmentShader: surfaceFragmentShader },
  lines: { vertexShader: edgeVertexShader, fragmentShader: edgeFragmentShader },
  points: { vertexShader: pointVertexShader, fragmentShader: pointFragmentShader },
} as const

function getPrimitive(kind: Purpose['kind']): keyof typeof shaders {
  if (kind === 'points') return 'points'
  return kind === 'edges' || kind === 'axes' ? 'lines' : 'triangles'
}

/** GPU resources of one model: its buffers, its instance textures, eleven draw calls at most. */
export class ModelBatches {
  readonly lists = new DrawLists()
  readonly arena: GeometryArena
  /** Tolerance within which surfaces are coplanar, metres. */
  planeSeparation = 0
  readonly uniforms: ModelUniforms
  readonly #placements = new RowTexture('floats')
  readonly #colours = new RowTexture('bytes')
  readonly #names = new RowTexture('numbers')
  readonly #batches: readonly DrawBatch[]
  readonly #maskBatches: readonly DrawBatch[]
  readonly #allBatches: readonly DrawBatch[]
  readonly #materials: RawShaderMaterial[] = []
  readonly #multiDraw: boolean
  readonly #gl: WebGL2RenderingContext
  readonly #clipping: Clipping
  #textures: TextureArray | null = null
  #source: DrawSource | null = null
  #nameData = new Uint32Array(0)
  #cutDefines: Readonly<Record<string, string>> = {}

  constructor(gl: WebGL2RenderingContext, multiDraw: boolean) {
    this.#multiDraw = multiDraw
    this.#gl = gl
    this.#clipping = new Clipping(gl)
    this.arena = new GeometryArena(gl)
    const [base, sky, key, fill] = lightStrengths
    this.uniforms = {
      keyDirection: { value: new Vector3(0, 0, 1) },
      fillDirection: { value: new Vector3(0, 0, 1) },
      lights: { value: new Vector4(base, sky, key, fill) },
      edgeColor: { value: new Vector3() },
      pixelScale: { value: 1 },
      frameSize: { value: new Vector2(1, 1) },
      pixelRatio: { value: 1 },
      towardsEye: { value: 0 },
      planeStep: { value: new Vector3() },
      vertexGrid: { value: new Vector2(1, 1) },
      cuts: { value: new Float32Array(maxCutPlanes * 4) },
      cutCount: { value: 0 },
    }
    const { lists } = this
    const purposes: readonly Purpose[] = [
      { list: lists.closed, kind: 'closed' },
      { list: lists.open, kind: 'open' },
      { list: lists.closedNamed, kind: 'closed' },
      { list: lists.openNamed, kind: 'open' },
      { list: lists.axes, kind: 'axes' },
      { list: lists.axesNamed, kind: 'axes' },
      { list: lists.edges, kind: 'edges' },
      { list: lists.edgesNamed, kind: 'edges' },
      { list: lists.points, kind: 'points' },
      { list: lists.pointsNamed, kind: 'points' },
      { list: lists.clear, kind: 'clear' },
    ]
    const masks: readonly Purpose[] = [
      { list: lists.selected.surfaces, kind: 'open', isMask: true },
      { list: lists.selected.lines, kind: 'edges', isMask: true },
      { list: lists.selected.points, kind: 'points', isMask: true },
    ]
    this.#batches = purposes.map((purpose, order) => this.#createBatch(purpose, order))
    this.#maskBatches = masks.map((purpose, order) => this.#createBatch(purpose, order))
    this.#allBatches = [...this.#batches, ...this.#maskBatches]
  }

  /** Objects that draw opaque surfaces. */
  get surfaceObjects(): readonly Object3D[] {
    return this.#listObjects(false)
  }
  /** Objects that may be blended with what is behind them: glass, lines, points. */
  get blendedObjects(): readonly Object3D[] {
    return this.#listObjects(true)
  }
  /** Objects for the scene of the selection mask. */
  get maskObjects(): readonly Object3D[] {
    return this.#maskBatches.map((batch) => batch.object)
  }

  /** Uploads a chunk's buffers: appended, or at a free location. */
  uploadGeometry(chunk: ChunkGeometry, location: ArenaSize | null = null, growth?: number): void {
    const colored = this.arena.hasColors
    if (location === null) this.arena.append(chunk, growth)
    else this.arena.put(chunk, location)
    if (!colored && this.arena.hasColors) this.#useVertexColors()
  }

  /** Creates what draws all batches from now on, if no instance owns vertices, and returns it. */
  useSource<Source extends DrawSource>(
    create: (gl: WebGL2RenderingContext, batches: readonly DrawBatch[]) => Source,
  ): Source {
    const source = create(this.#gl, this.#allBatches)
    this.#source = source
    return source
  }

  /** Uploads the rows of the instances from `start` up to `end`. */
  uploadInstances(instances: InstanceStore, start: number, end: number): void {
    this.#placements.update(instances.placement, start * placementStride, end * placementStride)
  }

  /** Uploads the colours of the instances from `start` up to `end`. */
  uploadColors(instanceColors: InstanceColors, start: number, end: number): void {
    this.#colours.update(instanceColors.color, start * 4, end * 4)
  }

  /**
   * Returns the material textures, created on first use by the lazy-loaded code; they are not shown before
   * `showTextures`.
   */
  ensureTextures(make: (gl: WebGL2RenderingContext) => TextureArray): TextureArray {
    this.#textures ??= make(this.#gl)
    return this.#textures
  }

  /** Shows the loaded textures with separate programs: models without textures have no overhead. */
  showTextures(textureArray: TextureArray): void {
    for (const material of this.#surfaceMaterials()) {
      Object.assign(material.uniforms, { textures: textureArray.textures, bindings: textureArray.bindings })
      material.defines = { ...material.defines, TEXTURED: '' }
      material.needsUpdate = true
    }
  }

  /**
   * Sets the section planes, four numbers each. Separate programs draw a sectioned model, by as many planes as the
   * hardware clips; moving a plane only changes uniforms. Until bodies are capped, their inner sides stand in for the
   * caps.
   */
  setCuts(planes: Float64Array, capped: boolean): void {
    const count = planes.length / 4
    this.uniforms.cuts.value.set(planes)
    this.uniforms.cutCount.value = count
    for (const material of this.#materials)
      if ('CLOSED' in material.defines) material.side = count > 0 && !capped ? DoubleSide : FrontSide
    const cutDefines = createCutDefines(count, this.#clipping.maxPlanes)
    if (cutDefines['CUT'] === this.#cutDefines['CUT'] && cutDefines['CLIPPED'] === this.#cutDefines['CLIPPED']) return
    this.#cutDefines = cutDefines
    for (const material of this.#materials) {
      const { CUT: _, CLIPPED: __, ...defines } = material.defines as Record<string, string>
      material.defines = { ...defines, ...cutDefines }
      material.needsUpdate = true
    }
  }

  /** Enables hardware clipping by the section planes while `draw` draws the model. */
  clipped(draw: () => void): void {
    this.#clipping.during(Number(this.#cutDefines['CLIPPED'] ?? 0), draw)
  }

  /** Sets whether the mask objects draw `all` of the selection or what is `visible`. */
  setMaskPart(part: MaskPart): void {
    for (const material of this.#materials)
      if ('MASK' in material.defines) material.depthFunc = part === 'all' ? AlwaysDepth : LessEqualDepth
  }

  /** Updates the draw calls from `lists`. */
  prepare(): void {
    // Edges lie in front of their surfaces: written to the depth buffer, they would darken the shading at every few
    // pixels. In a drawing without surfaces, lines occlude each other.
    const { closed, open, closedNamed, openNamed } = this.lists
    const hasSurfaces = closed.total + open.total + closedNamed.total + openNamed.total > 0
    for (const material of this.#materials) if (material.name.startsWith('edges')) material.depthWrite = !hasSurfaces
    if (this.#source !== null) return this.#source.prepare()
    let count = 0
    for (const batch of this.#allBatches) {
      const { list, object } = batch
      if (list instanceof NamedRangeList) {
        ;(object.material as RawShaderMaterial).uniforms['firstName'].value = count
        this.#nameData = grown(this.#nameData, count + list.length)
        this.#nameData.set(list.names.subarray(0, list.length), count)
        count += list.length
      }
      batch.refresh()
    }
    if (count > 0) this.#names.update(this.#nameData, 0, count)
  }

  /** Bytes of the buffers on the GPU. */
  get byteLength(): number {
    return this.arena.byteLength
  }

  dispose(): void {
    for (const { object } of this.#allBatches) object.removeFromParent()
    for (const material of this.#materials) material.dispose()
    this.#placements.dispose()
    this.#colours.dispose()
    this.#names.dispose()
    this.#textures?.dispose()
    this.#source?.dispose()
    this.arena.dispose()
  }

  #createBatch({ list, kind, isMask }: Purpose, order: number): DrawBatch {
    const isNamed = list instanceof NamedRangeList
    const primitive = getPrimitive(kind)
    const isSurface = primitive === 'triangles'
    const defines: Record<string, string> = {}
    if (isNamed) defines['NAMED'] = ''
    if (this.#multiDraw) defines['MULTI_DRAW'] = ''
    if (kind === 'closed') defines['CLOSED'] = ''
    if (kind === 'clear') defines['CLEAR'] = ''
    if (primitive === 'lines')
      Object.assign(defines, { FADED_INK: fadeCoverage.toFixed(3), STEEP_PIXELS: steepPixels.toFixed(1) })
    if (kind === 'axes') defines['AXES'] = ''
    if (isMask) defines['MASK'] = ''
    const material = new RawShaderMaterial({
      name: isMask ? `mask-${kind}` : isNamed ? `${kind}-named` : kind,
      glslVersion: GLSL3,
      defines,
      ...shaders[primitive],
      uniforms: {
        ...this.uniforms,
        placements: this.#placements.uniform,
        colours: this.#colours.uniform,
        names: this.#names.uniform,
        firstName: { value: 0 },
      },
      side: kind === 'closed' ? FrontSide : DoubleSide,
      transparent: !isMask && (kind === 'clear' || !isSurface),
      depthWrite: !isMask && kind !== 'clear',
      forceSinglePass: true,
      // Surfaces are offset backwards so that their edges win: one step for the slope, one of the depth buffer.
      polygonOffset: isSurface,
      polygonOffsetFactor: 0.6,
      // Mask surfaces are offset by one step less, as they are tested against their own depths.
      polygonOffsetUnits: isMask ? 0 : 1,
    })
    this.#materials.push(material)
    return createDrawBatch({ geometry: this.arena.geometry, material, list, primitive, order })
  }

  #listObjects(isBlended: boolean): Object3D[] {
    return this.#batches
      .map(({ object }) => object)
      .filter(({ material }) => (material as RawShaderMaterial).transparent === isBlended)
  }

  #surfaceMaterials(): RawShaderMaterial[] {
    return this.#materials.filter((material) => material.vertexShader === surfaceVertexShader)
  }

  #useVertexColors(): void {
    for (const material of this.#materials) {
      if (material.vertexShader === edgeVertexShader) continue
      material.defines = { ...material.defines, VERTEX_COLOURS: '' }
      material.needsUpdate = true
    }
  }
}
