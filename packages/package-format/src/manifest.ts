import type { AuthoringTool, FirstView, Georeference, ReadReport, SavedViewInput, SheetKind } from '@kamar/core'
import { malformed } from './container/container-layout.js'
import {
  isCount,
  isNumber,
  isText,
  isList,
  maybe,
  maybeNull,
  isLiteral,
  isTuple,
  shape,
  type Check,
} from './json-checks.js'
import { isSavedView } from './saved-view-checks.js'

/** x, y, z. */
export type Vector3 = readonly [number, number, number]

/** An axis-aligned box, metres, relative to the model origin. */
export interface Box {
  readonly min: Vector3
  readonly max: Vector3
}

/** Where a file is in a pack: bytes `start` to `start + PackageFile.size` of a brotli stream, decompressed. */
export interface PackLocation {
  readonly pack: string
  /** First byte of the stream in the pack, and its stored bytes. */
  readonly offset: number
  readonly size: number
  readonly start: number
}

/** A file of the package: stored by itself, or in a pack and then described as decompressed (`identity`). */
export interface PackageFile {
  /** Relative, with forward slashes. */
  readonly path: string
  /** Bytes as stored, that is after brotli when `encoding` is `br`. */
  readonly size: number
  /** Of the stored bytes, 64 hexadecimal digits. */
  readonly sha256: string
  readonly encoding: 'br' | 'identity'
  readonly location?: PackLocation
}

/** A scene chunk; its ids follow those of the chunk before it. */
export interface ManifestChunk {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly geometries: number
  readonly instances: number
  /** Of its geometries at level 0, each counted once. */
  readonly triangles: number
}

/** Counts over the whole model. */
export interface ManifestCounts {
  readonly nodes: number
  /** Unique triangle geometries. */
  readonly meshes: number
  readonly instances: number
  /** Triangles of unique geometries. */
  readonly triangles: number
  /** Triangles of all instances. */
  readonly placedTriangles: number
  /** Line segments of all instances. */
  readonly lines: number
  /** Points of all instances; absent in packages of version 1, which have none. */
  readonly points?: number
  readonly sheets: number
  readonly materials: number
}

/** A sheet of a drawing, viewable besides the model itself. */
export interface ManifestSheet {
  readonly name: string
  readonly kind: SheetKind
  /** Path of its `sheet.json`. The paths in it are relative to the folder that contains `sheets/` (`sheetFolder`). */
  readonly path: string
  /** Path of its PNG; null if the sheet is empty. */
  readonly thumbnail: string | null
  /** Whether it is shown first. */
  readonly active: boolean
  readonly entities: number
}

/** The source file. */
export interface ManifestSource {
  readonly name?: string
  readonly sha256?: string
  readonly bytes: number
  readonly formatId: string
  /** Reader and version. */
  readonly reader: string
  /** The external translator and the time (ISO 8601), if this installation did not translate it itself. */
  readonly provider?: { readonly id: 'autodesk-cloud'; readonly at: string }
}

/** `manifest.json`. An `inprogress` one lists provisional chunks only; a `complete` one never changes. */
export interface Manifest {
  readonly format: 'kamar-view-package'
  /** 2: chunks may hold points. 3: there are sheets. 4: chunks are cells (`proxies`). 5: there are packs. */
  readonly version: 1 | 2 | 3 | 4 | 5
  readonly state: 'inprogress' | 'complete'
  /** Program and version that wrote the package. */
  readonly writer: string
  readonly source: ManifestSource
  readonly unit: { readonly name: string; readonly metres: number }
  /** Metres, float64: add it to a position of the package to get the source's coordinates. */
  readonly origin: Vector3
  readonly georeference: Georeference | null
  /** The program that wrote the source; omitted if the source does not state it, and by older writers. */
  readonly authoringTool?: AuthoringTool
  /** Null while there are no instances. */
  readonly bounds: Box | null
  readonly counts: ManifestCounts
  /** Number of storeys of a building; omitted if there are none, and by older writers. */
  readonly storeys?: number
  readonly report: ReadReport | null
  /** In order of loading priority. */
  readonly chunks: readonly ManifestChunk[]
  /**
   * Only of large models, whose chunks are the contents of cells (`cells.bin`) and use no geometry or material of other
   * chunks: chunks that draw all content of a cell in coarse form. Their ids are independent of those of `chunks`.
   */
  readonly proxies?: readonly ManifestChunk[]
  /**
   * Model spaces, layouts and pages in the source's order; omitted if there are none, and until an `inprogress` one can
   * show them.
   */
  readonly sheets?: readonly ManifestSheet[]
  /** Initial view of a package that has sheets and a model; default: the model. */
  readonly firstView?: FirstView
  /**
   * Views stored in the file, in its order; omitted if there are none. Readers without support for them show the rest.
   */
  readonly views?: readonly SavedViewInput[]
  /** All files except the manifest and the packs. */
  readonly files: readonly PackageFile[]
  /** Stored files that contain others (`PackageFile.location`); omitted if there are none. */
  readonly packs?: readonly PackageFile[]
}

/**
 * Returns the key of each sheet: its name, with a number behind the second of one name. Unlike the index, it remains the
 * same when a later version of the file has more sheets.
 */
export function listSheetKeys(sheets: readonly Pick<ManifestSheet, 'name'>[]): string[] {
  const counts = new Map<string, number>()
  return sheets.map(({ name }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}

/**
 * Returns the prefix of the paths in a sheet: empty in a complete package, the folder of provisional files in a growing
 * one.
 */
export const sheetFolder = ({ path }: Pick<ManifestSheet, 'path'>): string =>
  path.slice(0, Math.max(0, path.lastIndexOf('sheets/')))

const isSha256: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isPath: Check = (value) =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9./-]*$/.test(value) && !value.includes('..')
/** As in `parsePackPath` of `@kamar/core`, which is not imported here: reading modules are small. */
const isPackPath: Check = (value) =>
  typeof value === 'string' && /^(scene|proxies|properties)\/\d{1,6}\.pack$/.test(value)
/** Maximum size of a model, metres: squares of such numbers are finite, also in single precision. */
const maxMetres = 1e15
const isVector = isTuple(3)

const isBox: Check = (value) => {
  const { min, max } = (value ?? {}) as { min?: unknown; max?: unknown }
  if (!isVector(min) || !isVector(max)) return false
  const [low, high] = [min as number[], max as number[]]
  return low.every((least, axis) => -maxMetres <= least && least <= high[axis] && high[axis] <= maxMetres)
}

const isReport = shape({
  status: isLiteral('complete', 'partial', 'preview'),
  counts: shape({}),
  skipped: isList(shape({ kind: isText, reason: isText, count: isCount })),
  findings: isList(shape({ code: isText, severity: isLiteral('information', 'warning') })),
  missingCompanions: isList(isText),
  elements: maybe(shape({ shown: isCount, total: isCount })),
  nothingDrawn: maybe(isLiteral(true)),
})

const isChunk = shape({
  path: isPath,
  size: isCount,
  sha256: isSha256,
  geometries: isCount,
  instances: isCount,
  triangles: isCount,
})

const manifestFields: Readonly<Record<keyof Manifest, Check>> = {
  format: isLiteral('kamar-view-package'),
  version: isLiteral(1, 2, 3, 4, 5),
  state: isLiteral('inprogress', 'complete'),
  writer: isText,
  source: shape({
    name: maybe(isText),
    sha256: maybe(isSha256),
    bytes: isCount,
    formatId: isText,
    reader: isText,
    provider: maybe(shape({ id: isLiteral('autodesk-cloud'), at: isText })),
  }),
  unit: shape({ name: isText, metres: isNumber }),
  origin: isVector,
  georeference: maybeNull(shape({})),
  authoringTool: maybe(shape({ name: isText, release: isText })),
  bounds: maybeNull(isBox),
  counts: shape({
    nodes: isCount,
    meshes: isCount,
    instances: isCount,
    triangles: isCount,
    placedTriangles: isCount,
    lines: isCount,
    points: maybe(isCount),
    sheets: isCount,
    materials: isCount,
  }),
  storeys: maybe(isCount),
  report: maybeNull(isReport),
  chunks: isList(isChunk),
  proxies: maybe(isList(isChunk)),
  sheets: maybe(
    isList(
      shape({
        name: isText,
        kind: isLiteral('model', 'layout', 'page'),
        path: isPath,
        thumbnail: maybeNull(isPath),
        active: isLiteral(true, false),
        entities: isCount,
      }),
    ),
  ),
  firstView: maybe(isLiteral('sheet', 'model')),
  views: maybe(isList(isSavedView)),
  files: isList(
    shape({
      path: isPath,
      size: isCount,
      sha256: isSha256,
      encoding: isLiteral('br', 'identity'),
      location: maybe(shape({ pack: isPackPath, offset: isCount, size: isCount, start: isCount })),
    }),
  ),
  packs: maybe(isList(shape({ path: isPackPath, size: isCount, sha256: isSha256, encoding: isLiteral('identity') }))),
}

/** Checks a parsed `manifest.json` field by field; the `RangeError` names the first malformed field. */
export function readManifest(json: unknown): Manifest {
  if (typeof json !== 'object' || json === null) throw malformed('manifest is no object')
  for (const [name, check] of Object.entries(manifestFields)) {
    if (!check((json as Record<string, unknown>)[name])) throw malformed(`manifest field ${name}`)
  }
  const manifest = json as Manifest
  if (!areInPacks(manifest)) throw malformed('manifest range of a pack')
  return manifest
}

/** Returns whether the stream of every file in a pack is a range of a listed one. */
function areInPacks({ files, packs = [] }: Manifest): boolean {
  const sizes = new Map(packs.map(({ path, size }) => [path, size]))
  return files.every(
    ({ location, encoding }) =>
      location === undefined ||
      (encoding === 'identity' &&
        location.size > 0 &&
        location.offset + location.size <= (sizes.get(location.pack) ?? 0)),
  )
}
