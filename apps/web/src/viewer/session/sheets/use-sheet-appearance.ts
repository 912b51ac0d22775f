import type { SheetView } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRestore } from './use-restore.js'
import { useSheetMarkup } from './use-sheet-markup.js'
import { useShownTheme } from './use-shown-theme.js'

/** Provides label, paper, line widths and markup of a view of sheets, and the function that shows a stored state of it. */
export function useSheetAppearance(view: SheetView | null) {
  const { t } = useTranslation()
  useEffect(() => view?.setLabel(t('sheets.canvas')), [view, t])
  const paper = useSheetPaper(view)
  const markup = useSheetMarkup(view)
  const restore = useRestore(view, { ...paper, loadMarkup: markup.loadMarkup })
  return { ...paper, ...markup, restore }
}

/** Provides paper and line settings: the defaults of theme and sheet until the user chooses. */
function useSheetPaper(view: SheetView | null) {
  const theme = useShownTheme()
  const [paper, setDark] = useState<boolean | null>(null)
  const isDark = paper ?? theme === 'dark'
  const [isThin, setThin] = useState(false)
  const [weights, setWeights] = useState<boolean | null>(null)
  useEffect(() => view?.setPaper(isDark ? 'dark' : 'light'), [view, isDark])
  useEffect(() => view?.on('sheetOpened', ({ info }) => setThin(info.thinLines === true)), [view])
  useEffect(() => view?.setPlottedWeights(weights), [view, weights])
  return {
    isDark,
    setDark,
    hasWeights: weights ?? !isThin,
    setWeights,
    own: {
      ownPaper: paper === (theme === 'dark') ? null : paper,
      ownWeights: weights === !isThin ? null : weights,
    },
  }
}
