import { mapSheetPoint } from '@kamar/core'
import type { SheetInfo, SheetViewport } from '@kamar/package-format/sheets'
import type { SheetBox, SheetChange, SheetComparison } from './compare-sheets.js'

/** A change of another sheet that is visible in a viewport of this one. */
export interface WindowChange {
  readonly change: SheetChange
  /** Numbers of the sheet that changed; null in the version without such a sheet. */
  readonly sheet: { readonly before: number | null; readonly after: number | null }
  /** Bounding box on this sheet. */
  readonly box: SheetBox
}

/** One version of a sheet with viewports, and of the sheets that they show. */
export interface WindowSide {
  readonly info: SheetInfo
  /** Returns `info` of a shown sheet; null if there is none. */
  readonly findSheet: (sheet: number) => SheetInfo | null
}

/** Input of `changesInWindows`. */
export interface WindowQuery {
  readonly older: WindowSide | null
  readonly newer: WindowSide | null
  /** Numbers of the shown sheet. */
  readonly sheet: { readonly before: number | null; readonly after: number | null }
  readonly comparison: SheetComparison
}

/**
 * Returns the changes of a sheet that are visible in the viewports of another: inside the viewport, on a layer that it
 * does not freeze.
 */
export function changesInWindows({ older, newer, sheet, comparison }: WindowQuery): readonly WindowChange[] {
  const windows = { older: windowsOn(older, sheet.before), newer: windowsOn(newer, sheet.after) }
  if (windows.older.length + windows.newer.length === 0) return []
  const changes: WindowChange[] = []
  for (const change of comparison.changes) {
    const { box, kind, layer } = change
    if (box === null) continue
    const candidates =
      kind === 'removed' ? windows.older : [...windows.newer, ...(kind === 'changed' ? windows.older : [])]
    const intersection = candidates.flatMap((window) =>
      window.frozen.has(layer) ? [] : (clipToWindow(window, box) ?? []),
    )
    if (intersection.length >= 4)
      changes.push({ change, sheet, box: [intersection[0], intersection[1], intersection[2], intersection[3]] })
  }
  return changes
}

interface Window {
  readonly matrix: SheetViewport['matrix']
  readonly bounds: SheetBox
  readonly frozen: ReadonlySet<string>
}

function windowsOn(side: WindowSide | null, sheet: number | null): Window[] {
  if (side === null || sheet === null) return []
  const layers = side.findSheet(sheet)?.layers ?? []
  return side.info.viewports
    .filter(({ shows, clip }) => shows === sheet && clip.length > 0)
    .map(({ matrix, clip, frozenLayers }) => ({
      matrix,
      bounds: computeBounds(clip.flat()),
      frozen: new Set(frozenLayers.map((layer) => layers[layer]?.name ?? '')),
    }))
}

/**
 * Computes the bounding box of the visible part of a box in a viewport, on the viewport's sheet; null when it is
 * outside.
 */
function clipToWindow({ matrix, bounds }: Window, [left, bottom, right, top]: SheetBox): SheetBox | null {
  const boxCorners = [
    mapSheetPoint(matrix, left, bottom),
    mapSheetPoint(matrix, right, bottom),
    mapSheetPoint(matrix, right, top),
    mapSheetPoint(matrix, left, top),
  ]
  const box = computeBounds(boxCorners.flat())
  const intersection = [
    Math.max(box[0], bounds[0]),
    Math.max(box[1], bounds[1]),
    Math.min(box[2], bounds[2]),
    Math.min(box[3], bounds[3]),
  ] as const
  return intersection[0] <= intersection[2] && intersection[1] <= intersection[3] ? intersection : null
}

function computeBounds(points: readonly number[]): SheetBox {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  points.forEach((value, at) => {
    box[at % 2] = Math.min(box[at % 2], value)
    box[2 + (at % 2)] = Math.max(box[2 + (at % 2)], value)
  })
  return box
}
