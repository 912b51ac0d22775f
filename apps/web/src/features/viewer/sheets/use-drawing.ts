import type { Manifest, ManifestSheet } from '@kamar/view-package/read'
import { useState } from 'react'
import type { ActiveModel } from '../use-model-view.js'

/** Whether the page shows the model or a sheet. */
export interface Drawing {
  /** Of the complete package, or of one whose model is still being made; none where nothing was drawn on paper. */
  readonly sheets: readonly ManifestSheet[]
  readonly manifest: Manifest | null
  readonly urn: string | null
  /** The page shows a sheet. */
  readonly isShown: boolean
  /** Both can be shown. */
  readonly hasBoth: boolean
  /** Which sheet is shown, or was last. */
  readonly number: number
  /** The sheet that was shown last, unless another is named. */
  readonly show: (what: 'sheet' | 'model', number?: number) => void
}

/** What of a model decides about its sheets. */
export type DrawnModel = Pick<ActiveModel, 'manifest' | 'growing' | 'urn'>

const noSheets: readonly ManifestSheet[] = []

interface Choice {
  readonly urn: string | null
  readonly what?: 'sheet' | 'model'
  readonly number?: number
}

/** A file of drawings alone opens as a drawing; one that has a model too as what its package says, else as the model. */
export function useDrawing({ manifest: complete, growing, urn }: DrawnModel): Drawing {
  const [choice, setChoice] = useState<Choice>({ urn })
  const manifest = complete ?? growing
  const sheets = manifest?.sheets ?? noSheets
  const hasModel = manifest !== null && canHaveModel(manifest)
  const current = choice.urn === urn ? choice : { urn }
  const what = hasModel ? (current.what ?? manifest?.firstView ?? 'model') : 'sheet'
  return {
    sheets,
    manifest,
    urn,
    isShown: sheets.length > 0 && what === 'sheet',
    hasBoth: sheets.length > 0 && hasModel,
    number: current.number ?? firstSheet(sheets),
    show: (next, number = current.number) =>
      setChoice({ urn, what: next, ...(number === undefined ? {} : { number }) }),
  }
}

/** Only what has bodies to be made is shown before it is complete. */
const canHaveModel = ({ state, counts }: Manifest): boolean => state === 'inprogress' || counts.instances > 0

function firstSheet(sheets: readonly ManifestSheet[]): number {
  return Math.max(
    0,
    sheets.findIndex((sheet) => sheet.active),
  )
}
