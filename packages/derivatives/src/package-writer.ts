import { TranslationError, type ReaderLimits } from '@kamar/contracts/core'
import { meshStageReady } from '@kamar/mesh'
import {
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
  type PointsInput,
  type PreparedMesh,
  type PropertySet,
  type PropertySetId,
  type ReadReport,
  type SavedViewInput,
  type SceneBuilder,
  type SheetBuilder,
  type SheetInput,
  type SheetLetters,
  type TextureId,
  type TextureInput,
} from '@kamar/scene'
import { encoderReady, type Manifest, type ManifestSheet, type ManifestSource, type Vector3 } from '@kamar/view-package'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PackageFiles, type PackageSink } from './files/package-files.js'
import { manifestBytes, manifestOf, type ModelFacts } from './manifest-of.js'
import { finishPackage, type PackageStores } from './pack/finish-package.js'
import { ProvisionalChunks } from './provisional-chunks.js'
import { EarlySheets } from './sheets/early-sheets.js'
import { SheetStore } from './sheets/sheet-store.js'
import { InstanceStore } from './stores/instance-store.js'
import { holdLimit } from './stores/limit.js'
import { MaterialStore } from './stores/material-store.js'
import { MeshStore } from './stores/mesh-store.js'
import { NodeStore } from './stores/node-store.js'
import { PropertyStore } from './stores/property-store.js'
import { TextureStore } from './textures/texture-store.js'

/** What a package is made of and where it goes. */
export interface PackageWriterOptions {
  readonly sink: PackageSink
  readonly limits: ReaderLimits
  /** Aborted: the next call that waits throws `cancelled`. */
  readonly signal: AbortSignal
  readonly source: ManifestSource
  /** Loads letters for characters of sheets that neither the source's fonts nor ours have; such are question marks without. */
  readonly fallbackLetters?: () => Promise<SheetLetters>
  /** Called with each `inprogress` manifest after it was written. */
  readonly onManifest?: (manifest: Manifest) => void
}

/** A scene builder that writes a view package. */
export interface PackageWriter extends SceneBuilder {
  /**
   * Writes the ordered package, its manifest last, and removes the provisional files. `TranslationError` with
   * `limit-exceeded`, `cancelled` or `nothing-to-show` (no geometry and no elements).
   */
  finish(report: ReadReport): Promise<Manifest>
}

/** Opens a writer; nothing is written before the first instances come. */
export function createPackageWriter(options: PackageWriterOptions): PackageWriter {
  return new ScenePackageWriter(options)
}

/** Chunks under way at which `settle` waits for the slowest. */
const mostUnderWay = 2
/** `settle` gives the event loop a turn at least this often, so that a cancel is seen and progress is sent. */
const turnMilliseconds = 20

class ScenePackageWriter implements PackageWriter {
  readonly #options: PackageWriterOptions
  readonly #files: PackageFiles
  readonly #stores: PackageStores = {
    nodes: new NodeStore(),
    materials: new MaterialStore(),
    meshes: new MeshStore(),
    instances: new InstanceStore(),
    properties: new PropertyStore(),
    textures: new TextureStore(),
    sheets: [],
  }
  readonly #provisional: ProvisionalChunks
  readonly #early: EarlySheets
  #sheetsSoFar: readonly ManifestSheet[] | null = null
  readonly #facts: ModelFacts
  #preview: Uint8Array | null = null
  #lastTurn = performance.now()
  #encoderIsReady = false
  #finished = false

  constructor(options: PackageWriterOptions) {
    this.#options = options
    this.#files = new PackageFiles(options.sink, options.limits)
    this.#provisional = new ProvisionalChunks(this.#stores, this.#files, () => this.#announce())
    this.#early = new EarlySheets(this.#files, {
      throwIfCancelled: () => this.#throwIfCancelled(),
      fallbackLetters: options.fallbackLetters ?? null,
    })
    const unit = { name: 'metre', metres: 1 }
    this.#facts = {
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
    this.#facts.unit = unit
  }
  setGeoreference(georeference: Georeference): void {
    this.#facts.georeference = georeference
  }
  setAuthoringTool(tool: AuthoringTool): void {
    this.#facts.authoringTool = tool.name === '' ? null : tool
  }
  setOrigin(origin: Vector3): void {
    if (this.#stores.instances.count > 0) throw new RangeError('the origin is set before the first instance')
    this.#facts.origin = origin
  }
  addTexture(texture: TextureInput): TextureId | null {
    return this.#stores.textures.add(texture)
  }
  addMaterial(material: MaterialInput): MaterialId {
    const picture = material.texture?.picture ?? 0
    if (material.texture !== undefined && !(picture >= 0 && picture < this.#stores.textures.count))
      throw new RangeError(`texture ${picture} does not exist`)
    return this.#stores.materials.add(material)
  }
  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null {
    const number = this.#stores.meshes.addMesh(mesh)
    holdLimit('triangles', this.#stores.meshes.triangles, this.#options.limits.triangles)
    return number
  }
  addLines(lines: LinesInput): MeshId {
    return this.#stores.meshes.addLines(lines)
  }

  addPoints(points: PointsInput): MeshId {
    const number = this.#stores.meshes.addPoints(points)
    const { triangles, points: dots } = this.#stores.meshes
    holdLimit('triangles', triangles + dots, this.#options.limits.triangles)
    return number
  }
  addNode(node: NodeInput): NodeId {
    holdLimit('nodes', this.#stores.nodes.count + 1, this.#options.limits.nodes)
    return this.#stores.nodes.add(node)
  }
  addInstance(instance: InstanceInput): void {
    const { node, mesh, material } = instance
    if (!(node >= 0 && node < this.#stores.nodes.count)) throw new RangeError(`node ${node} does not exist`)
    if (!(mesh >= 0 && mesh < this.#stores.meshes.count)) throw new RangeError(`mesh ${mesh} does not exist`)
    if (material !== null && !(material >= 0 && material < this.#stores.materials.count))
      throw new RangeError(`material ${material} does not exist`)
    holdLimit('instances', this.#stores.instances.count + 1, this.#options.limits.nodes * 2)
    const resolved = material ?? this.#stores.materials.ofClass(this.#stores.nodes.className(node))
    this.#stores.instances.add(instance, resolved, this.#facts.origin)
    if (this.#encoderIsReady && this.#provisional.isDue) this.#provisional.flush()
  }
  addSheet(sheet: SheetInput): SheetBuilder {
    const { sheets, textures, properties } = this.#stores
    const pictureCount = (): number => textures.count
    const store = new SheetStore(sheets.length, sheet, { limits: this.#options.limits, pictureCount, properties })
    sheets.push(store)
    return store
  }
  setFirstView(view: FirstView): void {
    this.#facts.firstView = view
  }
  async publishSheets(): Promise<void> {
    const { sheets, textures } = this.#stores
    await encoderReady
    this.#throwIfCancelled()
    this.#sheetsSoFar = await this.#early.write(sheets, textures)
    if (this.#sheetsSoFar.length > 0) await this.#announce()
    this.#throwIfCancelled()
  }
  addView(view: SavedViewInput): boolean {
    const { folders, nameCharacters, views } = savedViewLimits
    if (this.#facts.views.length >= views) return false
    const short = (name: string): string => name.slice(0, nameCharacters)
    const name = view.name === null ? null : short(view.name)
    this.#facts.views.push({ ...view, name, folders: view.folders.slice(0, folders).map(short) })
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
    if (this.#provisional.underWay > mostUnderWay) await this.#provisional.settle()
    if (performance.now() - this.#lastTurn > turnMilliseconds) {
      await nextTurn()
      this.#lastTurn = performance.now()
    }
    this.#throwIfCancelled()
  }

  async finish(report: ReadReport): Promise<Manifest> {
    if (this.#finished) throw new RangeError('the package is finished')
    this.#finished = true
    await Promise.all([encoderReady, meshStageReady, this.#provisional.settle()])
    this.#throwIfCancelled()
    return finishPackage(this.#stores, {
      files: this.#files,
      facts: this.#facts,
      report,
      preview: this.#preview,
      fallbackLetters: this.#options.fallbackLetters ?? null,
      throwIfCancelled: () => this.#throwIfCancelled(),
      removeProvisional: async () => {
        await Promise.all([this.#provisional.removeAll(), this.#early.removeAll()])
      },
    })
  }

  #throwIfCancelled(): void {
    if (this.#options.signal.aborted) throw new TranslationError({ code: 'cancelled' })
  }

  /** Writes the manifest of what there is so far. */
  async #announce(): Promise<void> {
    if (this.#finished) return
    const manifest = manifestOf(this.#facts, {
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
      chunks: [...this.#provisional.written],
      ...(this.#sheetsSoFar && { sheets: this.#sheetsSoFar }),
      files: this.#files.list(),
    })
    await this.#files.writeUnlisted('manifest.json', manifestBytes(manifest))
    this.#options.onManifest?.(manifest)
  }
}
