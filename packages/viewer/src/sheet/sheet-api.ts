import type { PropertySet } from '@kamar/scene'
import type { Manifest } from '@kamar/view-package/read'
import type { SheetInfo, SheetLayer } from '@kamar/view-package/sheets'
import type { PackageLoader } from '../api.js'

/** x, y in units of the sheet, y up. */
export type SheetPoint = readonly [number, number]

/** Light paper with dark ink, or the other way round. */
export type SheetPaper = 'light' | 'dark'

/** What `createSheetView` takes. */
export interface SheetViewOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  readonly paper: SheetPaper
  /** Name of the drawing for those who do not see it. */
  readonly label: string
  readonly labelOfMeasurement: (measurement: SheetMeasurement) => string
  /** The sheet that will be opened first: it is fetched while the view is made ready. */
  readonly first?: number
}

/** What lies under a point of a sheet. */
export interface SheetPick {
  /** Sheet that holds the entity: another one than the open one where it is seen through a viewport. */
  readonly sheet: number
  readonly entity: number
  /** The nearest place on it, units of the open sheet. */
  readonly point: SheetPoint
  /** Whether `place` is the end or a corner of a line. */
  readonly isVertex: boolean
}

/** An entity as the inspector shows it. */
export interface SheetEntityInfo {
  readonly sheet: number
  readonly entity: number
  readonly handle: string
  readonly type: string
  readonly name: string
  readonly layer: string
  readonly sets: readonly PropertySet[]
}

/** A text of a sheet that a search found. */
export interface SheetTextHit {
  /** Number of the text among those of the open sheet; those seen through viewports come after them. */
  readonly id: number
  readonly text: string
  readonly layer: string
}

/** A finished measurement; lengths are of the model where all points were seen through one viewport, else of the paper. */
export interface SheetMeasurement {
  readonly kind: SheetMeasureKind
  /** Millimetres, or square millimetres of an area. */
  readonly value: number
  readonly ofModel: boolean
  readonly points: readonly SheetPoint[]
}

/** What can be measured. */
export type SheetMeasureKind = 'distance' | 'area'

/** What a sheet view tells. */
export interface SheetEvents {
  /** A sheet is on screen. */
  sheetOpened: { readonly sheet: number; readonly info: SheetInfo }
  selectionChanged: { readonly pick: SheetPick | null }
  layersChanged: { readonly layers: readonly SheetLayerState[] }
  measured: { readonly measurements: readonly SheetMeasurement[] }
  /** A press on the sheet, whether or not something is there. */
  clicked: { readonly sheet: number; readonly point: SheetPoint }
  /** A picture was drawn; one that is not sharp is drawn once more when nothing moves. */
  frame: { readonly draws: number; readonly milliseconds: number; readonly isSharp: boolean }
}

/** A layer of the open sheet, or of one that is seen through it, by its name. */
export interface SheetLayerState {
  readonly name: string
  readonly color: SheetLayer['color']
  readonly isShown: boolean
}
