import type { AuthoringTool, FirstView, Georeference, SavedViewInput } from '@kamar/core'
import type { Manifest, ManifestSource, Vector3 } from '@kamar/package-format'

/** Model metadata from a reader. */
export interface ModelInfo {
  source: ManifestSource
  unit: { readonly name: string; readonly metres: number }
  /** Metres, float64. */
  origin: Vector3
  georeference: Georeference | null
  /** Null: not stated in the file. */
  authoringTool: AuthoringTool | null
  views: SavedViewInput[]
  /** Null: unspecified. */
  firstView: FirstView | null
}

/** Program and version of the package writer; incremented when the output changes. */
export const writerName = 'kamar 1'

type Rest = Pick<
  Manifest,
  'state' | 'bounds' | 'counts' | 'storeys' | 'report' | 'chunks' | 'proxies' | 'sheets' | 'files' | 'packs'
>

/** Creates a manifest with its fields in their documented order. */
export function createManifest(info: ModelInfo, rest: Rest): Manifest {
  const { source, unit, origin, georeference, authoringTool, views, firstView } = info
  const { state, bounds, counts, storeys, report, chunks, proxies, sheets, files, packs = [] } = rest
  return {
    format: 'kamar-view-package',
    version: packs.length > 0 ? 5 : sheets === undefined ? 2 : 3,
    state,
    writer: writerName,
    source,
    unit,
    origin,
    georeference,
    ...(authoringTool && { authoringTool }),
    bounds,
    counts,
    ...(storeys !== undefined && { storeys }),
    report,
    chunks,
    ...(proxies && { proxies }),
    ...(sheets && { sheets }),
    ...(sheets && firstView && { firstView }),
    ...(views.length > 0 && { views }),
    files,
    ...(packs.length > 0 && { packs }),
  }
}

/** Encodes `manifest.json` as it is stored. */
export const manifestBytes = (manifest: Manifest): Uint8Array => new TextEncoder().encode(JSON.stringify(manifest))
