import { TranslationError, type ReadReport } from '@kamar/core'
import {
  encodeChunk,
  encodeExterior,
  encodeFingerprints,
  encodeTree,
  type Manifest,
  type ManifestChunk,
  type ManifestCounts,
} from '@kamar/package-format'
import { findExteriorSet } from '../exterior-set.js'
import { deferRejection } from '../files/defer-rejection.js'
import type { PackageFiles } from '../files/package-files.js'
import { manifestBytes, createManifest, type ModelInfo } from '../create-manifest.js'
import { provisionalFolder } from '../provisional-chunks.js'
import type { SheetStore } from '../sheets/sheet-store.js'
import { replacedFonts } from '../sheets/replaced-fonts.js'
import { withUnknownCharacters } from '../sheets/unknown-characters.js'
import { writeSheetImages } from '../sheets/write-images.js'
import { type FallbackGlyphs, writeSheets, type WrittenSheets } from '../sheets/write-sheets.js'
import type { PropertyStore } from '../stores/property-store.js'
import { withTriangles } from '../stores/source-triangles.js'
import type { TextureStore } from '../textures/texture-store.js'
import { writeTextures, type WrittenTextures } from '../textures/write-textures.js'
import { renderThumbnail } from '../thumbnail.js'
import { computeBounds, computeExtent } from './bounds.js'
import { canonicalInstanceOrder } from './canonical-order.js'
import { ChunkBuilder } from './chunk-builder.js'
import { elementFingerprints } from './element-fingerprints.js'
import { placeInstances, translationStep, type SceneStores } from './place-instances.js'
import { hasPoints, hasTriangles, type PlacedScene } from './placed-scene.js'
import { toRasterScene } from './raster-input.js'
import { refineGeometries } from './refine-geometries.js'
import { shareGeometries } from './share-geometry.js'
import { orderChunks } from './write-order.js'
import { writeCells } from './cells/write-cells.js'
import type { CellLimits } from './cells/cell-limits.js'
import { writeProperties } from './write-properties.js'

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
  const order = canonicalInstanceOrder(stores.instances, stores.meshes, stores.nodes.count)
  const scene = placeShared(stores, order, throwIfCancelled)
  const assigned = stores.properties.assigned(stores.nodes.count)
  const bounds = computeBounds(scene)
  const fingerprints = elementFingerprints(stores, { order, boxes: scene.boxes, origin: info.origin }, assigned)
  const others = [
    files.writeCompressed('tree.bin', encodeTree(stores.nodes), quality),
    files.writeCompressed('fingerprints.bin', encodeFingerprints(fingerprints), quality),
    writeProperties(files, assigned, quality),
  ].map((work: Promise<unknown>) => deferRejection(work))
  const output = await writeDrawings(stores, finishing)
  const preview = choosePreview(bounds !== null, output, finishing)
  if (preview) others.push(deferRejection(files.writePlain('thumbnail.png', preview)))
  const textures = await writeTextures(stores.textures, scene, finishing)
  const scenePackage = await writeScene(scene, textures, {
    ...finishing,
    isModelPictured: preview === null,
    elementCount: stores.nodes.count,
  })
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
  })
  await files.writeUnlisted('manifest.json', manifestBytes(manifest))
  await finishing.removeProvisional()
  return manifest
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

/** Shares equal geometries, refines the remaining ones, and transforms all instances. */
function placeShared(stores: SceneStores, order: Uint32Array, throwIfCancelled: () => void): PlacedScene {
  const { instances, meshes } = stores
  const { geometryOfMesh } = meshes
  const used = [...new Set(order.map((row) => geometryOfMesh[instances.mesh[row]]))]
  const unchanged = placeInstances(stores, {
    order,
    sharedOf: (geometry) => ({ base: geometry, map: null }),
    geometries: meshes.geometries,
  })
  const extent = computeExtent(computeBounds(unchanged))
  const sharing = shareGeometries(meshes, used)
  throwIfCancelled()
  const geometries = refineGeometries(meshes.geometries, sharing)
  throwIfCancelled()
  return placeInstances(stores, {
    order,
    sharedOf: (geometry) => sharing.shared[geometry],
    geometries,
    translationStep: translationStep(extent),
    exactBoxes: true,
  })
}

/** Chunks of a model; `proxies` and `materials` only of one that is written as cells. */
type WrittenScene = Pick<Manifest, 'chunks' | 'proxies'> & { readonly materials?: number }

type SceneFinishing = Finishing & { readonly isModelPictured: boolean; readonly elementCount: number }

async function writeScene(
  scene: PlacedScene,
  textures: WrittenTextures,
  finishing: SceneFinishing,
): Promise<WrittenScene> {
  const { files, throwIfCancelled } = finishing
  const raster = toRasterScene(scene)
  const bounds = computeBounds(scene)
  const box = bounds === null ? [0, 0, 0, 1, 1, 1] : [...bounds.min, ...bounds.max]
  const exterior =
    placedTriangles(scene) < minSearchedTriangles ? allShown(scene) : findExteriorSet(raster, box, throwIfCancelled)
  const thumbnail =
    bounds !== null && finishing.isModelPictured
      ? deferRejection(files.writePlain('thumbnail.png', renderThumbnail(raster, box, exterior)))
      : null
  const result = needsCells(scene, textures, finishing.cellLimits)
    ? await writeCells({ ...finishing, scene, exterior, quality, limits: finishing.cellLimits })
    : await writeOrderedChunks(scene, { exterior, textures, finishing })
  const orderedExterior = Uint8Array.from(result.order, (row) => exterior[row])
  await files.writeCompressed('exterior.bin', encodeExterior(orderedExterior), quality)
  await thumbnail
  return result
}

/** Textures are loaded for a model as a whole, so a model with textures has no cells. */
function needsCells(scene: PlacedScene, textures: WrittenTextures, limits: CellLimits): boolean {
  if (textures.files.size > 0 || scene.count === 0) return false
  return scene.count >= limits.minInstances || placedTriangles(scene) >= limits.minTriangles
}

async function writeOrderedChunks(
  scene: PlacedScene,
  options: { readonly exterior: Uint8Array; readonly textures: WrittenTextures; readonly finishing: Finishing },
): Promise<{ readonly chunks: ManifestChunk[]; readonly order: Uint32Array }> {
  const { files, throwIfCancelled } = options.finishing
  const builder = new ChunkBuilder(options.textures.files)
  const writeChunk = async (rows: Uint32Array, number: number): Promise<ManifestChunk> => {
    throwIfCancelled()
    const { input, counts } = builder.build(scene, rows)
    const path = `scene/${String(number).padStart(3, '0')}.bin`
    const { size, sha256 } = await files.writeCompressed(path, encodeChunk(input), quality)
    return { path, size, sha256, ...counts }
  }
  const ordered = orderChunks(scene, options.exterior)
  const chunks = ordered.map((rows, number) => deferRejection(writeChunk(rows, number)))
  return { chunks: await Promise.all(chunks), order: Uint32Array.from(ordered.flatMap((rows) => [...rows])) }
}

/**
 * Returns all instances of a small model as visible from outside, except those hidden initially; all of them when
 * everything is hidden.
 */
function allShown({ count, hidden }: PlacedScene): Uint8Array {
  return hidden.includes(0) ? Uint8Array.from(hidden, (isHidden) => 1 - isHidden) : new Uint8Array(count).fill(1)
}

function countTriangles({ geometries }: PlacedScene, geometry: number): number {
  const shape = geometries[geometry]
  return hasTriangles(shape) ? shape.levels[0].count / 3 : 0
}

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
      return hasTriangles(shape) || hasPoints(shape) ? 0 : shape.edges.length / 2
    }),
    points: sum(scene.geometry, (geometry) => {
      const shape = scene.geometries[geometry]
      return hasPoints(shape) ? shape.positions.length / 3 : 0
    }),
    sheets: stores.sheets.length,
    materials: new Set(scene.material).size,
  }
}
