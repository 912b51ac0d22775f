import type { Manifest } from '@kamar/view-package/read'
import type { PackageLoader } from '../../api.js'
import type { SheetPaper, SheetPick } from '../sheet-api.js'

/** Which of the two versions of a sheet. */
export type ComparedSide = 'older' | 'newer'

/** What became of an entity from one version to the other. */
export type ComparedEntity = 'same' | 'added' | 'removed' | 'changed'

/** What is in the picture: one version with its own changes, both over each other, or one beside the other. */
export type DisplayedVersion = 'before' | 'after' | 'both' | 'beside'

/** One version of a drawing. */
export interface ComparedVersion {
  readonly manifest: Manifest
  readonly loader: PackageLoader
}

/** A sheet that both versions or one of them have, and what became of its entities. */
export interface ComparedSheet {
  readonly before: number | null
  readonly after: number | null
  /** Per entity of a sheet of a version a number: 0 same, 1 added, 2 removed, 3 changed; null: all are the same. */
  readonly kindsOf: (side: ComparedSide, sheet: number) => Uint8Array | null
}

/** What `createSheetComparison` takes. */
export interface SheetComparisonOptions {
  readonly older: ComparedVersion
  readonly newer: ComparedVersion
  readonly paper: SheetPaper
  /** Name of the picture for those who do not see it. */
  readonly label: string
}

/** An entity of one version. */
export interface ComparedPick extends Pick<SheetPick, 'sheet' | 'entity'> {
  readonly side: ComparedSide
}

/** A change to look at: who it is in each version, and where. */
export interface ComparedFocus {
  readonly picks: readonly ComparedPick[]
  /** Left, bottom, right, top in units of the open sheet. */
  readonly box: readonly [number, number, number, number]
}

/** What the view of a comparison tells. */
export interface SheetComparisonEvents {
  sheetOpened: { readonly sheet: ComparedSheet }
  /** An entity was pressed, or nothing. */
  clicked: { readonly pick: ComparedPick | null }
  /** The two versions stand one above the other where the picture is higher than wide. */
  arranged: { readonly isStacked: boolean }
  /** A picture was drawn; one that is not sharp is drawn once more when nothing moves. */
  frame: { readonly draws: number; readonly milliseconds: number; readonly isSharp: boolean }
}
