import {
  TranslationError,
  type ReaderLimits,
  savedViewLimits,
  type AuthoringTool,
  type FirstView,
  type Georeference,
  type InstanceInput,
  type LinesInput,
  type MaterialId,
  type MaterialInput,
  type MeshId,
  type MeshInput,
  type NodeId,
  type NodeInput,
  type OfferedProperties,
  type PointsInput,
  type PreparedMesh,
  type PropertySet,
  type PropertySetId,
  type ReadReport,
  type SavedViewInput,
  type SceneBuilder,
  type SheetBuilder,
  type SheetInput,
  type GlyphSource,
  type TextureId,
  type TextureInput,
} from '@kamar/core'
import { meshStageReady } from '@kamar/mesh'
import {
  encoderReady,
  type Manifest,
  type ManifestSheet,
  type ManifestSource,
  type Vector3,
} from '@kamar/package-format'
import { CooperativeScheduler } from './files/cooperative-scheduler.js'
import { PackageFiles, type PackageSink } from './files/package-files.js'
import { manifestBytes, createManifest, type ModelInfo } from './create-manifest.js'
import { cellLimits, type CellLimits } from './pack/cells/cell-limits.js'
import { finishPackage, type PackageStores } from './pack/finish-package.js'
import { ProvisionalChunks } from './provisional-chunks.js'
import { ProvisionalSheets } from './sheets/provisional-sheets.js'
import { SheetStore } from './sheets/sheet-store.js'
import { InstanceStore } from './stores/instance-store.js'
import { assertLimit } from './stores/limit.js'
import { MaterialStore } from './stores/material-store.js'
import { MeshStore } from './stores/mesh-store.js'
import { NodeStore } from './stores/node-store.js'
import { PropertyStore } from './stores/property-store.js'
import { TextureStore } from './textures/texture-store.js'

export { PropertyParts } from './pack/property-parts.js'

/** Source and destination of a package. */
export interface PackageWriterOptions {
  readonly sink: PackageSink
  readonly limits: ReaderLimits
  /** When aborted, the next asynchronous call throws `cancelled`. */
  readonly signal: AbortSignal
  readonly source: ManifestSource
  /**
   * Loads glyphs for characters of sheets that are in neither the source's fonts nor ours; without it they become
   * question marks.
   */
  readonly fallbackGlyphs?: () => Promise<GlyphSource>
  /** From when a model is written as cells, and how large they are; tests lower them. */
  readonly cellLimits?: CellLimits
  /** Called with each `inprogress` manifest after it is written. */
  readonly onManifest?: (manifest: Manifest) => void
}

/** Scene builder that writes a view package. */
export interface PackageWriter extends SceneBuilder {
  /**
   * Writes the ordered package, its manifest last, and removes the provisional files. Throws `TranslationError` with
   * `limit-exceeded`, `cancelled` or `nothing-to-show` (no geometry and no elements). `properties`: those of a reader that
   * left them to another process.
   */
  finish(report: ReadReport, properties?: OfferedProperties | null): Promise<Manifest>
  /** Frees the scratch files, after `finish` or when the reader failed. */
  close(): void
}

const isReadable = (sink: PackageSink): sink is Required<PackageSink> => sink.read !== undefined

/** Creates a writer; it writes nothing before the first instances arrive. */
export function createPackageWriter(options: PackageWriterOptions): PackageWriter {
  return new ScenePackageWriter(options)
}

/** Number of pending chunks at which `settle` waits for the slowest. */
const maxPendingChunks = 2
class ScenePackageWriter implements PackageWriter {
  readonly #options: PackageWriterOptions
  readonly #files: PackageFiles
  readonly #stores: PackageStores
  readonly #provisional: ProvisionalChunks
  readonly #provisionalSheets: ProvisionalSheets
  #sheetsSoFar: readonly ManifestSheet[] | null = null
  readonly #info: ModelInfo
  #preview: Uint8Array | null = null
  readonly #scheduler = new CooperativeScheduler(() => this.#throwIfCancelled())
  #encoderIsReady = false
  #finished = false

  constructor(options: PackageWriterOptions) {
    this.#options = options
    const storage = options.sink.scratch ?? null
    this.#stores = {
      nodes: new NodeStore(storage),
      materials: new MaterialStore(),
      meshes: new MeshStore(storage),
      instances: new InstanceStore(storage),
      properties: new PropertyStore(storage),
      textures: new TextureStore(),
      sheets: [],
    }
    this.#files = new PackageFiles(options.sink, options.limits)
    this.#provisional = new ProvisionalChunks(this.#stores, this.#files, () => this.#announce())
    this.#provisionalSheets = new ProvisionalSheets(this.#files, {
      throwIfCancelled: () => this.#throwIfCancelled(),
      fallbackGlyphs: options.fallbackGlyphs ?? null,
    })
    const unit = { name: 'metre', metres: 1 }
    this.#info = {
      source: options.source,
      unit,
      origin: [0, 0, 0],
      georeference: null,
      authoringTool: null,
      views: [],
      firstView: null,
    }
    void encoderReady.then(() => {
      this.#encoderIsReady = true
    })
  }

  setUnit(unit: { readonly name: string; readonly metres: number }): void {
    this.#info.unit = unit
  }
  setGeoreference(georeference: Georeference): void {
    this.#info.georeference = georeference
  }
  setAuthoringTool(tool: AuthoringTool): void {
    this.#info.authoringTool = tool.name === '' ? null : tool
  }
  setOrigin(origin: Vector3): void {
    if (this.#stores.instances.count > 0) throw new RangeError('the origin is set before the first instance')
    this.#info.origin = origin
  }
  addTexture(texture: TextureInput): TextureId | null {
    return this.#stores.textures.add(texture)
  }
  addMaterial(material: MaterialInput): MaterialId {
    const image = material.texture?.image ?? 0
    if (material.texture !== undefined && !(image >= 0 && image < this.#stores.textures.count))
      throw new RangeError(`texture ${image} does not exist`)
    return this.#stores.materials.add(material)
  }
  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null {
    const number = this.#stores.meshes.addMesh(mesh)
    assertLimit('triangles', this.#stores.meshes.triangles, this.#options.limits.triangles)
    return number
  }
  addLines(lines: LinesInput): MeshId {
    return this.#stores.meshes.addLines(lines)
  }

  addPoints(points: PointsInput): MeshId {
    const number = this.#stores.meshes.addPoints(points)
    const { triangles, points: dots } = this.#stores.meshes
    assertLimit('triangles', triangles + dots, this.#options.limits.triangles)
    return number
  }
  addNode(node: NodeInput): NodeId {
    assertLimit('nodes', this.#stores.nodes.count + 1, this.#options.limits.nodes)
    return this.#stores.nodes.add(node)
  }
  addInstance(instance: InstanceInput): void {
    const { node, mesh, material } = instance
    if (!(node >= 0 && node < this.#stores.nodes.count)) throw new RangeError(`node ${node} does not exist`)
    if (!(mesh >= 0 && mesh < this.#stores.meshes.count)) throw new RangeError(`mesh ${mesh} does not exist`)
    if (material !== null && !(material >= 0 && material < this.#stores.materials.count))
      throw new RangeError(`material ${material} does not exist`)
    assertLimit('instances', this.#stores.instances.count + 1, this.#options.limits.nodes * 2)
    const resolved = material ?? this.#stores.materials.ofClass(this.#stores.nodes.className(node))
    this.#stores.instances.add(instance, resolved, this.#info.origin)
    if (this.#encoderIsReady && this.#provisional.isDue) this.#provisional.flush()
  }
  addSheet(sheet: SheetInput): SheetBuilder {
    const { sheets, textures, properties } = this.#stores
    const countImages = (): number => textures.count
    const store = new SheetStore(sheets.length, sheet, { limits: this.#options.limits, countImages, properties })
    sheets.push(store)
    return store
  }
  setFirstView(view: FirstView): void {
    this.#info.firstView = view
  }
  async publishSheets(): Promise<void> {
    const { sheets, textures } = this.#stores
    await encoderReady
    this.#throwIfCancelled()
    this.#sheetsSoFar = await this.#provisionalSheets.write(sheets, textures)
    if (this.#sheetsSoFar.length > 0) await this.#announce()
    this.#throwIfCancelled()
  }
  addView(view: SavedViewInput): boolean {
    const { folders, nameCharacters, views } = savedViewLimits
    if (this.#info.views.length >= views) return false
    const short = (name: string): string => name.slice(0, nameCharacters)
    const name = view.name === null ? null : short(view.name)
    this.#info.views.push({ ...view, name, folders: view.folders.slice(0, folders).map(short) })
    return true
  }
  setPreview(png: Uint8Array): void {
    this.#preview = png
  }
  addPropertySet(set: PropertySet): PropertySetId {
    return this.#stores.properties.add(set)
  }
  assignPropertySets(node: NodeId, sets: readonly PropertySetId[]): void {
    if (!(node >= 0 && node < this.#stores.nodes.count)) throw new RangeError(`node ${node} does not exist`)
    this.#stores.properties.assign(node, sets)
  }

  async settle(): Promise<void> {
    this.#throwIfCancelled()
    if (this.#provisional.pendingChunks > maxPendingChunks) await this.#provisional.settle()
    await this.#moveCoordinates()
    if (this.#scheduler.isDue) await this.#scheduler.yield()
    this.#throwIfCancelled()
  }

  async finish(report: ReadReport, properties: OfferedProperties | null = null): Promise<Manifest> {
    if (this.#finished) throw new RangeError('the package is finished')
    this.#finished = true
    await Promise.all([encoderReady, meshStageReady, this.#provisional.end()])
    this.#throwIfCancelled()
    return finishPackage(this.#stores, {
      files: this.#files,
      info: this.#info,
      report,
      properties,
      preview: this.#preview,
      fallbackGlyphs: this.#options.fallbackGlyphs ?? null,
      cellLimits: this.#options.cellLimits ?? cellLimits,
      throwIfCancelled: () => this.#throwIfCancelled(),
      removeProvisional: async () => {
        await Promise.all([this.#provisional.removeAll(), this.#provisionalSheets.removeAll()])
        for (const { polylines } of this.#stores.sheets) await polylines.coordinates.removeMoved()
      },
    })
  }

  close(): void {
    const { instances, meshes, nodes, properties } = this.#stores
    for (const store of [nodes, meshes, instances, properties]) store.close()
  }

  /** Moves coordinates of large sheets out of the memory. */
  async #moveCoordinates(): Promise<void> {
    const { sink } = this.#options
    if (!isReadable(sink)) return
    for (const { polylines } of this.#stores.sheets) await polylines.coordinates.moveTo(sink)
  }

  #throwIfCancelled(): void {
    if (this.#options.signal.aborted) throw new TranslationError({ code: 'cancelled' })
  }

  /** Writes the manifest of the current contents. */
  async #announce(): Promise<void> {
    if (this.#finished) return
    const manifest = createManifest(this.#info, {
      state: 'inprogress',
      bounds: this.#provisional.bounds,
      counts: {
        nodes: this.#stores.nodes.count,
        meshes: this.#stores.meshes.geometries.length,
        instances: this.#stores.instances.count,
        triangles: this.#stores.meshes.triangles,
        placedTriangles: this.#provisional.placedTriangles,
        lines: 0,
        sheets: this.#stores.sheets.length,
        materials: this.#stores.materials.count,
      },
      report: null,
      chunks: [...this.#provisional.chunks],
      ...(this.#sheetsSoFar && { sheets: this.#sheetsSoFar }),
      files: this.#files.list(),
    })
    await this.#files.writeUnlisted('manifest.json', manifestBytes(manifest))
    this.#options.onManifest?.(manifest)
  }
}
