import type { Manifest, ManifestSheet } from '@kamar/view-package/read'
import { useState } from 'react'
import type { ShownModel } from '../use-model-view.js'

/** Whether the page shows the model or a sheet. */
export interface Drawing {
  /** Of the complete package; none where nothing was drawn on paper. */
  readonly sheets: readonly ManifestSheet[]
  readonly manifest: Manifest | null
  readonly urn: string | null
  /** The page shows a sheet. */
  readonly isShown: boolean
  /** Both can be shown. */
  readonly hasBoth: boolean
  readonly show: (what: 'sheet' | 'model') => void
}

const noSheets: readonly ManifestSheet[] = []

/** A file of drawings alone opens as a drawing; one that has a model too opens as the model. */
export function useDrawing({ manifest, urn }: Pick<ShownModel, 'manifest' | 'urn'>): Drawing {
  const [chosen, setChosen] = useState<{ readonly urn: string | null; readonly what: 'sheet' | 'model' } | null>(null)
  const sheets = manifest?.sheets ?? noSheets
  const hasModel = (manifest?.counts.instances ?? 0) > 0
  const wanted = chosen?.urn === urn ? chosen?.what : undefined
  const what = hasModel ? (wanted ?? 'model') : 'sheet'
  return {
    sheets,
    manifest,
    urn,
    isShown: sheets.length > 0 && what === 'sheet',
    hasBoth: sheets.length > 0 && hasModel,
    show: (next) => setChosen({ urn, what: next }),
  }
}
