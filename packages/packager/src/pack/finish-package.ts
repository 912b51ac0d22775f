import { TranslationError, type OfferedProperties, type ReadReport } from '@kamar/core'
import {
  encodeChunk,
  encodeExterior,
  encodeFingerprints,
  encodeTree,
  type Box,
  type Manifest,
  type ManifestChunk,
  type ManifestCounts,
} from '@kamar/package-format'
import { findExteriorSet } from '../exterior-set.js'
import { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import { deferRejection } from '../files/defer-rejection.js'
import type { CompressedFiles, PackageFiles } from '../files/package-files.js'
import { PackWriter, type PackOptions } from '../files/pack-writer.js'
import { PendingWrites } from '../files/pending-writes.js'
import { manifestBytes, createManifest, type ModelInfo } from '../create-manifest.js'
import { provisionalFolder } from '../provisional-chunks.js'
import type { SheetStore } from '../sheets/sheet-store.js'
import { replacedFonts } from '../sheets/replaced-fonts.js'
import { withUnknownCharacters } from '../sheets/unknown-characters.js'
import { writeSheetImages } from '../sheets/write-images.js'
import { type FallbackGlyphs, writeSheets, type WrittenSheets } from '../sheets/write-sheets.js'
import { getSizes } from '../stores/geometry-pool.js'
import type { PropertyStore } from '../stores/property-store.js'
import { withTriangles } from '../stores/source-triangles.js'
import type { TextureStore } from '../textures/texture-store.js'
import { writeTextures, type WrittenTextures } from '../textures/write-textures.js'
import { renderThumbnail } from '../thumbnail.js'
import { BoundsBuilder, computeBounds, computeExtent } from './bounds.js'
import { canonicalInstanceOrder } from './canonical-order.js'
import { ChunkBuilder } from './chunk-builder.js'
import { ElementFingerprints, type ShapeFingerprints } from './element-fingerprints.js'
import { writeElementProperties } from './element-properties.js'
import { placeInstances, InstanceTransformer, translationStep, type SceneStores } from './place-instances.js'
import { hasPoints, hasTriangles, type PlacedScene } from './placed-scene.js'
import { addPropertyParts } from './property-parts.js'
import { toRasterInput } from './raster-input.js'
import { GeometryRefiner } from './refine-geometries.js'
import { shareGeometries } from './share-geometry.js'
import { orderChunks } from './write-order.js'
import { writeCells } from './cells/write-cells.js'
import type { CellLimits } from './cells/cell-limits.js'

/** Everything a reader has written. */
export interface PackageStores extends SceneStores {
  readonly properties: PropertyStore
  readonly textures: TextureStore
  readonly sheets: SheetStore[]
}

/** Destination and settings for finishing a package. */
export interface Finishing {
  readonly files: PackageFiles
  readonly info: ModelInfo
  readonly report: ReadReport
  /** The properties, if they are not in the stores. */
  readonly properties: OfferedProperties | null
  /** PNG bytes of the preview for a model without shapes. */
  readonly preview: Uint8Array | null
  readonly fallbackGlyphs: FallbackGlyphs
  readonly cellLimits: CellLimits
  readonly throwIfCancelled: () => void
  readonly removeProvisional: () => Promise<void>
}

/** Brotli quality of final files: 9 saves 1.3 % more for five times the CPU (README). */
const quality = 5
/**
 * Below this many drawn triangles everything counts as visible from outside: any GPU draws that much at once, and the
 * search took a fifth of such a file's processor time.
 */
const minSearchedTriangles = 30_000

/** Orders, deduplicates and writes the model; the manifest comes last, then the provisional files are removed. */
export async function finishPackage(stores: PackageStores, finishing: Finishing): Promise<Manifest> {
  const { files, info, throwIfCancelled } = finishing
  const isEmpty = stores.nodes.count === 0 && stores.instances.count === 0
  if (isEmpty && stores.sheets.every(({ isEmpty: empty }) => empty))
    throw new TranslationError({ code: 'nothing-to-show' })
  const scheduler = new CooperativeScheduler(throwIfCancelled)
  // Contents that nothing else needs come first, so that their memory is free for the geometries.
  const others: Promise<unknown>[] = []
  const openPacks = createPacks(stores, finishing)
  const { streamBytes } = finishing.cellLimits
  const writeElements = async (): Promise<Uint32Array> => {
    const { hashes, completion } = await takeProperties(stores, { ...finishing, scheduler, openPacks })
    others.push(deferRejection(completion))
    return hashes
  }
  const ownProperties = finishing.properties === null ? await writeElements() : null
  others.push(deferRejection(files.writeCompressed('tree.bin', encodeTree(stores.nodes), quality)))
  stores.nodes.close()
  const { scene, fingerprints } = await placeShared(stores, info.origin, scheduler)
  const bounds = computeBounds(scene)
  const writeFingerprints = (properties: Uint32Array): void => {
    const bytes = encodeFingerprints({ ...fingerprints, properties })
    others.push(deferRejection(files.writeCompressed('fingerprints.bin', bytes, quality)))
  }
  if (ownProperties) writeFingerprints(ownProperties)
  const output = await writeDrawings(stores, finishing)
  const preview = choosePreview(bounds !== null, output, finishing)
  if (preview) others.push(deferRejection(files.writePlain('thumbnail.png', preview)))
  const textures = await writeTextures(stores.textures, scene, finishing)
  const scenePackage = await writeScene(scene, textures, {
    ...finishing,
    scheduler,
    isModelPictured: preview === null,
    elementCount: stores.nodes.count,
    packs: openPacks({ folder: 'scene', streamBytes }),
  })
  // Another process may take as long for the properties as this one for everything else.
  if (!ownProperties) writeFingerprints(await writeElements())
  await Promise.all(others)
  throwIfCancelled()
  const counted = withTriangles(finishing.report, stores.meshes.source, stores.meshes.storedTriangles)
  const report = withUnknownCharacters(counted, output.unknownCharacters)
  // The tree of a Revit file contains only levels with elements.
  const storeys = Math.max(stores.nodes.countByClasses(storeyClasses), report.counts['levels'] ?? 0)
  const manifest = createManifest(info, {
    state: 'complete',
    bounds,
    counts: { ...computeCounts(stores, scene), ...(scenePackage.materials && { materials: scenePackage.materials }) },
    ...(storeys > 0 && { storeys }),
    report: {
      ...report,
      findings: [...report.findings, ...replacedFonts(stores.sheets), ...textures.findings],
    },
    chunks: scenePackage.chunks,
    ...(scenePackage.proxies && { proxies: scenePackage.proxies }),
    ...(output.sheets.length > 0 && { sheets: output.sheets }),
    files: files.list().filter((file) => !file.path.startsWith(provisionalFolder)),
    packs: files.listPacks(),
  })
  await files.writeUnlisted('manifest.json', manifestBytes(manifest))
  await finishing.removeProvisional()
  return manifest
}

/**
 * Returns what opens the packs of a folder; null for a model of few instances, whose files are stored by themselves.
 * Properties are written before the geometries are counted, so triangles alone make no packs.
 */
function createPacks(
  { instances }: PackageStores,
  { files, cellLimits: { minInstances, packBytes } }: Finishing,
): (options: Omit<PackOptions, 'packBytes'>) => PackWriter | null {
  const isLarge = instances.count >= minInstances
  return (options) => (isLarge ? new PackWriter(files, { ...options, packBytes }) : null)
}

/** Node classes that are storeys in IFC and Revit. */
const storeyClasses: ReadonlySet<string> = new Set(['IfcBuildingStorey', 'Level'])

/** Returns the preview that replaces an image of the model; null to render the model. */
function choosePreview(
  hasModel: boolean,
  writtenSheets: WrittenSheets,
  { info, preview }: Finishing,
): Uint8Array | null {
  if (!hasModel) return writtenSheets.thumbnail ?? preview
  return writtenSheets.isDrawing || info.firstView === 'sheet' ? writtenSheets.thumbnail : null
}

/** Writes model spaces, layouts and pages. */
async function writeDrawings({ sheets, textures }: PackageStores, finishing: Finishing): Promise<WrittenSheets> {
  const { files, throwIfCancelled, fallbackGlyphs } = finishing
  const getImagePath = await writeSheetImages(sheets, textures, finishing)
  return writeSheets(sheets, { files, quality, getImagePath, throwIfCancelled, fallbackGlyphs })
}

type PropertyFinishing = Pick<Finishing, 'files' | 'properties'> & {
  readonly scheduler: CooperativeScheduler
  readonly openPacks: ReturnType<typeof createPacks>
}

/** Writes the properties of all elements, unless another process did; returns their hashes by element. */
async function takeProperties(
  stores: PackageStores,
  { files, properties: offered, scheduler, openPacks }: PropertyFinishing,
): Promise<{ readonly hashes: Uint32Array; readonly completion: Promise<unknown> }> {
  const { nodes, properties, sheets } = stores
  // One element needs one block of properties, so each is a stream.
  const packs = openPacks({ folder: 'properties', streamBytes: 1 })
  const destination = { files, blockFiles: packs ?? files, scheduler }
  const descriptor = (await offered?.result()) ?? null
  const partHashes = descriptor === null ? null : await addPropertyParts(descriptor, nodes.count, destination)
  if (partHashes !== null) return { hashes: partHashes, completion: finishPacks(packs) }
  await offered?.read({
    addPropertySet: (set) => properties.add(set),
    assignPropertySets: (node, sets) => properties.assign(node, sets),
  })
  const { hashes, completion } = await writeElementProperties(properties, nodes.count, destination)
  // Entities of sheets have properties too.
  if (sheets.length === 0) properties.close()
  return { hashes, completion: completion.then(() => finishPacks(packs)) }
}

const finishPacks = async (packs: PackWriter | null): Promise<void> => packs?.finish(quality)

const rowsPerBlock = 65_536

/** Computes the longest side of the model from the boxes of its unshared geometries. */
function* measureExtent(stores: SceneStores, order: Uint32Array): Generator<void, number> {
  const bounds = new BoundsBuilder()
  for (let first = 0; first < order.length; first += rowsPerBlock) {
    const rows = order.subarray(first, first + rowsPerBlock)
    const { geometries } = stores.meshes
    bounds.add(placeInstances(stores, { order: rows, sharing: null, geometries }))
    yield
  }
  return computeExtent(bounds.box)
}

/** Lists the geometries of all instances, ascending. */
function listUsed({ instances, meshes }: SceneStores): Uint32Array {
  const { geometryOfMesh, geometries } = meshes
  const isUsed = new Uint8Array(geometries.length)
  for (const mesh of instances.mesh) isUsed[geometryOfMesh[mesh]] = 1
  return Uint32Array.from(isUsed.keys()).filter((number) => isUsed[number] === 1)
}

/** Shares equal geometries, refines the remaining ones, and transforms all instances. */
async function placeShared(
  stores: SceneStores,
  origin: readonly number[],
  scheduler: CooperativeScheduler,
): Promise<{ scene: PlacedScene; fingerprints: ShapeFingerprints }> {
  const { instances, meshes, nodes } = stores
  const order = await scheduler.run(canonicalInstanceOrder(instances, meshes, nodes.count))
  const extent = await scheduler.run(measureExtent(stores, order))
  const createRefiner = (): GeometryRefiner => new GeometryRefiner(meshes)
  const sharing = await scheduler.run(shareGeometries({ meshes, used: listUsed(stores), createRefiner }))
  const { geometries } = meshes
  const transformer = new InstanceTransformer(stores, {
    order,
    sharing,
    geometries,
    translationStep: translationStep(extent),
    exactBoxes: true,
  })
  const fingerprints = new ElementFingerprints(stores, origin)
  for (const block of transformer.run()) {
    fingerprints.add(block, transformer.scene.boxes)
    if (scheduler.isDue) await scheduler.yield()
  }
  instances.close()
  return { scene: transformer.scene, fingerprints: fingerprints.finish() }
}

/** Chunks of a model; `proxies` and `materials` only of one that is written as cells. */
type WrittenScene = Pick<Manifest, 'chunks' | 'proxies'> & { readonly materials?: number }

type SceneFinishing = Finishing & {
  readonly isModelPictured: boolean
  readonly elementCount: number
  readonly scheduler: CooperativeScheduler
  /** For chunks that are no cells; null if they are files of their own. */
  readonly packs: PackWriter | null
}

async function writeScene(
  scene: PlacedScene,
  textures: WrittenTextures,
  finishing: SceneFinishing,
): Promise<WrittenScene> {
  const { files } = finishing
  const bounds = computeBounds(scene)
  const { exterior, thumbnail } = await drawScene(scene, bounds, finishing)
  const thumbnailFile = thumbnail === null ? null : deferRejection(files.writePlain('thumbnail.png', thumbnail))
  const result = needsCells(scene, textures, finishing.cellLimits)
    ? await writeCells({ ...finishing, scene, exterior, quality, limits: finishing.cellLimits })
    : await writeOrderedChunks(scene, { exterior, textures, finishing })
  const orderedExterior = Uint8Array.from(result.order, (row) => exterior[row])
  await files.writeCompressed('exterior.bin', encodeExterior(orderedExterior), quality)
  await thumbnailFile
  return result
}

/** Textures are loaded for a model as a whole, so a model with textures has no cells. */
function needsCells(scene: PlacedScene, textures: WrittenTextures, limits: CellLimits): boolean {
  if (textures.files.size > 0 || scene.count === 0) return false
  return scene.count >= limits.minInstances || placedTriangles(scene) >= limits.minTriangles
}

async function writeOrderedChunks(
  scene: PlacedScene,
  options: { readonly exterior: Uint8Array; readonly textures: WrittenTextures; readonly finishing: SceneFinishing },
): Promise<{ readonly chunks: ManifestChunk[]; readonly order: Uint32Array }> {
  const { files, packs, throwIfCancelled, scheduler } = options.finishing
  const chunkFiles: CompressedFiles = packs ?? files
  const builder = new ChunkBuilder(options.textures.files)
  const order = new Uint32Array(scene.count)
  let orderedCount = 0
  const writeChunk = async (rows: Uint32Array, number: number): Promise<ManifestChunk> => {
    order.set(rows, orderedCount)
    orderedCount += rows.length
    const { input, counts } = builder.build(scene, rows)
    const path = `scene/${String(number).padStart(3, '0')}.bin`
    const { size, sha256 } = await chunkFiles.writeCompressed(path, encodeChunk(input), quality)
    return { path, size, sha256, ...counts }
  }
  const chunks = new PendingWrites<ManifestChunk>()
  for (const [number, rows] of orderChunks(scene, options.exterior).entries()) {
    throwIfCancelled()
    await chunks.add(writeChunk(rows, number))
    if (scheduler.isDue) await scheduler.yield()
  }
  const manifestChunks = await chunks.settle()
  await packs?.finish(quality)
  return { chunks: manifestChunks, order }
}

/** Finds what is visible from outside, and renders the thumbnail if the model is to be pictured. */
async function drawScene(
  scene: PlacedScene,
  bounds: Box | null,
  { isModelPictured, scheduler }: { readonly isModelPictured: boolean; readonly scheduler: CooperativeScheduler },
): Promise<{ exterior: Uint8Array; thumbnail: Uint8Array | null }> {
  const box = bounds === null ? [0, 0, 0, 1, 1, 1] : [...bounds.min, ...bounds.max]
  const scenes = await scheduler.run(toRasterInput(scene, box))
  const exterior =
    placedTriangles(scene) < minSearchedTriangles
      ? allShown(scene)
      : await scheduler.run(findExteriorSet(scenes.exterior, box))
  const isPictured = bounds !== null && isModelPictured
  return {
    exterior,
    thumbnail: isPictured ? await scheduler.run(renderThumbnail(scenes.thumbnail, box, exterior)) : null,
  }
}

/**
 * Returns all instances of a small model as visible from outside, except those hidden initially; all of them when
 * everything is hidden.
 */
function allShown({ count, hidden }: PlacedScene): Uint8Array {
  return hidden.includes(0) ? Uint8Array.from(hidden, (isHidden) => 1 - isHidden) : new Uint8Array(count).fill(1)
}

const countTriangles = ({ geometries }: PlacedScene, geometry: number): number =>
  getSizes(geometries[geometry]).triangles

function sum(geometries: Iterable<number>, of: (geometry: number) => number): number {
  let total = 0
  for (const geometry of geometries) total += of(geometry)
  return total
}

const placedTriangles = (scene: PlacedScene): number =>
  sum(scene.geometry, (geometry) => countTriangles(scene, geometry))

function computeCounts(stores: PackageStores, scene: PlacedScene): ManifestCounts {
  const usedGeometries = new Set(scene.geometry)
  return {
    nodes: stores.nodes.count,
    meshes: sum(usedGeometries, (geometry) => (hasTriangles(scene.geometries[geometry]) ? 1 : 0)),
    instances: scene.count,
    triangles: sum(usedGeometries, (geometry) => countTriangles(scene, geometry)),
    placedTriangles: placedTriangles(scene),
    lines: sum(scene.geometry, (geometry) => {
      const shape = scene.geometries[geometry]
      return hasTriangles(shape) || hasPoints(shape) ? 0 : getSizes(shape).edges / 2
    }),
    points: sum(scene.geometry, (geometry) => {
      const shape = scene.geometries[geometry]
      return hasPoints(shape) ? getSizes(shape).vertices : 0
    }),
    sheets: stores.sheets.length,
    materials: new Set(scene.material).size,
  }
}
