import { listSheetKeys, type Manifest, type ManifestSheet } from '@kamar/package-format/read'
import { useState } from 'react'
import { canHaveModel } from './opens-as-drawing.js'
import type { ActiveModel } from '../use-model-view.js'

/** State of the switch between model and sheets. */
export interface Drawing {
  /**
   * Sheets of the complete package, or of one whose model is still being translated; empty if the file has no sheets.
   */
  readonly sheets: readonly ManifestSheet[]
  readonly manifest: Manifest | null
  readonly urn: string | null
  /** Whether a sheet is displayed. */
  readonly isShown: boolean
  /** Whether both can be displayed. */
  readonly hasBoth: boolean
  /** Index of the sheet that is or was last displayed. */
  readonly number: number
  /** Shows the given sheet, by default the last one, or the model. */
  readonly show: (view: 'sheet' | 'model', number?: number) => void
}

/** Properties of a model that determine its sheets. */
export type DrawnModel = Pick<ActiveModel, 'manifest' | 'growing' | 'urn'>

const noSheets: readonly ManifestSheet[] = []

interface Choice {
  readonly urn: string | null
  readonly view?: 'sheet' | 'model'
  readonly number?: number
}

/** What the address shows first of a file: a sheet by its key, or the model. */
export interface AddressedDisplay {
  readonly urn: string
  readonly view: 'sheet' | 'model'
  readonly sheetKey: string | null
}

/**
 * Decides what is shown: a file with drawings only opens as a drawing; one with a model as well as its package states,
 * by default as the model.
 */
export function useDrawing(
  { manifest: complete, growing, urn }: DrawnModel,
  addressed: AddressedDisplay | null = null,
): Drawing {
  const [choice, setChoice] = useState<Choice | null>(null)
  const manifest = complete ?? growing
  const sheets = manifest?.sheets ?? noSheets
  const hasModel = manifest !== null && canHaveModel(manifest)
  const current = choice?.urn === urn ? choice : findAddressed(sheets, urn, addressed)
  const view = hasModel ? (current.view ?? manifest?.firstView ?? 'model') : 'sheet'
  return {
    sheets,
    manifest,
    urn,
    isShown: sheets.length > 0 && view === 'sheet',
    hasBoth: sheets.length > 0 && hasModel,
    number: current.number ?? firstSheet(sheets),
    show: (next, number = current.number) =>
      setChoice({ urn, view: next, ...(number === undefined ? {} : { number }) }),
  }
}

/** Returns the view of an address; nothing if it names another file or a sheet that does not exist. */
function findAddressed(
  sheets: readonly ManifestSheet[],
  urn: string | null,
  addressed: AddressedDisplay | null,
): Pick<Choice, 'number' | 'view'> {
  if (addressed === null || addressed.urn !== urn) return {}
  const { sheetKey, view } = addressed
  if (sheetKey === null) return { view }
  const number = listSheetKeys(sheets).indexOf(sheetKey)
  return number < 0 ? {} : { view, number }
}

function firstSheet(sheets: readonly ManifestSheet[]): number {
  return Math.max(
    0,
    sheets.findIndex((sheet) => sheet.active),
  )
}
