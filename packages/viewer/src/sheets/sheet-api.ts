import type { PropertySet } from '@kamar/core'
import type { Manifest } from '@kamar/package-format/read'
import type { SheetInfo, SheetLayer } from '@kamar/package-format/sheets'
import type { PackageLoader } from '../engine/types.js'

/** x, y in units of the sheet, y up. */
export type SheetPoint = readonly [number, number]

/** Light paper with dark strokes, or the reverse. */
export type SheetPaper = 'light' | 'dark'

/** Options of `createSheetView`. */
export interface SheetViewOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  readonly paper: SheetPaper
  /** Accessible name of the drawing. */
  readonly label: string
  readonly labelOfMeasurement: (measurement: SheetMeasurement) => string
  /** Sheet to open first: it is fetched while the view is prepared. */
  readonly first?: number
}

/** Entity at a point of a sheet. */
export interface SheetPick {
  /** Sheet of the entity: differs from the open one if it is visible through a viewport. */
  readonly sheet: number
  readonly entity: number
  /** Nearest point on it, units of the open sheet. */
  readonly point: SheetPoint
  /** Whether `point` is the end or a vertex of a line. */
  readonly isVertex: boolean
}

/** Entity data for the inspector. */
export interface SheetEntityInfo {
  readonly sheet: number
  readonly entity: number
  readonly handle: string
  readonly type: string
  readonly name: string
  readonly layer: string
  readonly sets: readonly PropertySet[]
}

/** Search hit in the texts of a sheet. */
export interface SheetTextHit {
  /** Number of the text among those of the open sheet; those visible through viewports come after them. */
  readonly id: number
  readonly text: string
  readonly layer: string
}

/** Completed measurement; lengths are those of the model if all points are in one viewport, otherwise of the paper. */
export interface SheetMeasurement {
  readonly kind: SheetMeasureKind
  /** Millimetres, or square millimetres of an area. */
  readonly value: number
  readonly ofModel: boolean
  readonly points: readonly SheetPoint[]
}

/** What is visible of a sheet: the part of it, its layers and measurements. */
export interface SheetViewState extends SheetFrame {
  readonly sheet: number
  readonly hiddenLayers: readonly string[]
  readonly measurements: readonly Pick<SheetMeasurement, 'kind' | 'points'>[]
}

/** Part of a sheet that fills the free part of the canvas. */
export interface SheetFrame {
  readonly center: SheetPoint
  readonly heightUnits: number
  /** Width divided by height. */
  readonly aspectRatio: number
}

/** A point of the open sheet, for a command on it. */
export interface SheetTarget {
  readonly sheet: number
  readonly point: SheetPoint
  /** Entity at the point, or null. */
  readonly pick: SheetPick | null
}

/** Kinds of measurement. */
export type SheetMeasureKind = 'distance' | 'area'

/** Events of a sheet view. */
export interface SheetEvents {
  /** A sheet is displayed. */
  sheetOpened: { readonly sheet: number; readonly info: SheetInfo }
  selectionChanged: { readonly pick: SheetPick | null }
  layersChanged: { readonly layers: readonly SheetLayerState[] }
  measured: { readonly measurements: readonly SheetMeasurement[]; readonly isVisible: boolean }
  /** The next step of undo or redo in `history` changed. */
  historyChanged: Record<string, never>
  /** The sheet was clicked, whether or not an entity is there. */
  clicked: { readonly sheet: number; readonly point: SheetPoint }
  /** Right click, or a long press of a finger; CSS pixels from the left and top of the canvas. */
  contextMenu: SheetTarget & { readonly x: number; readonly y: number }
  /** A frame was drawn; one that is not sharp is redrawn when nothing moves. */
  frame: { readonly draws: number; readonly milliseconds: number; readonly isSharp: boolean }
}

/** Layer of the open sheet, or of one that is visible through it, by name. */
export interface SheetLayerState {
  readonly name: string
  readonly color: SheetLayer['color']
  readonly isShown: boolean
  /** As the file states it. */
  readonly isShownByDefault: boolean
}
