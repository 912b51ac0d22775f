import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '../../engine/types.js'
import type { SheetPaper, SheetPick } from '../sheet-api.js'

/** Side of a sheet comparison: the older or the newer version. */
export type ComparedSide = 'older' | 'newer'

/** Status of an entity from one version to the other. */
export type ComparedEntity = 'same' | 'added' | 'removed' | 'changed'

/** Display mode: one version with its own changes, both overlaid, or both side by side. */
export type DisplayedVersion = 'before' | 'after' | 'both' | 'side-by-side'

/** Single version of a drawing. */
export interface ComparedVersion {
  readonly manifest: Manifest
  readonly loader: PackageLoader
}

/** Sheet of both versions or one of them, and the status of its entities. */
export interface ComparedSheet {
  readonly before: number | null
  readonly after: number | null
  /**
   * Returns a number per entity of a version's sheet: 0 same, 1 added, 2 removed, 3 changed; null: all are the same.
   */
  readonly findKinds: (side: ComparedSide, sheet: number) => Uint8Array | null
}

/** Options of `createSheetComparison`. */
export interface SheetComparisonOptions {
  readonly older: ComparedVersion
  readonly newer: ComparedVersion
  readonly paper: SheetPaper
  /** Accessible name of the canvas. */
  readonly label: string
}

/** Entity of one version. */
export interface ComparedPick extends Pick<SheetPick, 'sheet' | 'entity'> {
  readonly side: ComparedSide
}

/** Change to zoom to: its entity in each version, and its location. */
export interface ComparedFocus {
  readonly picks: readonly ComparedPick[]
  /** Left, bottom, right, top in units of the open sheet. */
  readonly box: readonly [number, number, number, number]
}

/** Events of a sheet comparison view. */
export interface SheetComparisonEvents {
  sheetOpened: { readonly sheet: ComparedSheet }
  /** An entity was clicked, or the background. */
  clicked: { readonly pick: ComparedPick | null }
  /** The two versions are stacked if the canvas is higher than wide. */
  arranged: { readonly isStacked: boolean }
  /** A frame was drawn; one that is not sharp is redrawn when nothing moves. */
  frame: { readonly draws: number; readonly milliseconds: number; readonly isSharp: boolean }
}
