import type { SheetComparisonView } from '@kamar/viewer'
import { type RefCallback, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createObservable, useObservable } from '../../../../platform/observable.js'
import { PackageSourceContext } from '../../../session/packages/package-source-context.js'
import { useShownTheme } from '../../../session/sheets/use-shown-theme.js'
import type { ComparedPair, DrawingDifferences, DrawingState, DrawingVersion } from './drawing-differences.js'

interface ComparedUrns {
  readonly older: string
  readonly newer: string
}

/** Comparison of two drawings, from its start to its end. */
export interface RunningDrawing {
  readonly state: DrawingState
  readonly retry: () => void
}

const initialState: DrawingState = { status: 'loading', error: null, versions: null, pairs: [] }
const idle = createObservable(initialState)

export function useDrawingDifferences({ older, newer }: ComparedUrns): RunningDrawing {
  const createSource = use(PackageSourceContext)
  const [running, setRunning] = useState<DrawingDifferences | null>(null)
  const [loadError, setLoadError] = useState<unknown>(null)
  useEffect(() => {
    let started: DrawingDifferences | null = null
    let ended = false
    import('./drawing-differences.js').then(
      ({ DrawingDifferences: Differences }) => {
        if (ended) return
        started = new Differences({ older, newer }, { createSource })
        setRunning(started)
        void started.start()
      },
      (error: unknown) => setLoadError(error),
    )
    return () => {
      ended = true
      started?.dispose()
      setRunning(null)
    }
  }, [older, newer, createSource])
  const state = useObservable(running?.state ?? idle)
  const visibleState: DrawingState =
    loadError === null ? state : { ...initialState, status: 'failed', error: loadError }
  return { state: visibleState, retry: () => void running?.start() }
}

/** Renderer of a compared sheet in an element of the page. */
export interface ComparedSheetView {
  readonly stage: RefCallback<HTMLElement>
  readonly view: SheetComparisonView | null
  readonly failed: boolean
  readonly isHeadless: boolean
  /** Whether the requested sheet is displayed. */
  readonly isOpen: boolean
  /** Whether two versions shown side by side are stacked vertically. */
  readonly isStacked: boolean
  readonly isDark: boolean
  readonly setDark: (isDark: boolean) => void
}

interface ComparedSheetViewOptions {
  readonly versions: DrawingState['versions']
  readonly pairs: readonly ComparedPair[]
  readonly pair: ComparedPair | null
}

/** Draws the pair once it and the contents of its viewports are compared. */
export function useComparedSheetView({ versions, pairs, pair }: ComparedSheetViewOptions): ComparedSheetView {
  const { t } = useTranslation()
  const [view, setView] = useState<SheetComparisonView | null>(null)
  const [isHeadless, setHeadless] = useState(false)
  const [failed, setFailed] = useState(false)
  const [openSheet, setOpenSheet] = useState<unknown>(null)
  const [isStacked, setStacked] = useState(false)
  const theme = useShownTheme()
  const [paper, setPaper] = useState<boolean | null>(null)
  const isDark = paper ?? theme === 'dark'
  const stage = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !versions) return undefined
      let started: SheetComparisonView | null = null
      let ended = false
      startView(element, versions).then(
        (comparisonView) => {
          if (ended) return comparisonView.dispose()
          started = comparisonView
          comparisonView.on('arranged', (event) => setStacked(event.isStacked))
          setStacked(comparisonView.isStacked)
          return setView(comparisonView)
        },
        (error: { readonly code?: string }) => {
          if (error.code === 'webgl-not-supported') setHeadless(true)
          setFailed(true)
        },
      )
      return () => {
        ended = true
        started?.dispose()
        setView(null)
      }
    },
    [versions],
  )
  const isCompared = pair?.comparison != null
  const sheet = useMemo(
    () => (pair && isCompared ? { before: pair.before, after: pair.after } : null),
    // oxlint-disable-next-line react/exhaustive-deps -- a pair is another object when others were compared, and the same sheet
    [pair?.before, pair?.after, isCompared],
  )
  useEffect(() => {
    if (!view || !sheet) return
    const findKinds = (side: 'older' | 'newer', number: number): Uint8Array | null => {
      const comparison = pairs.find((one) => (side === 'older' ? one.before : one.after) === number)?.comparison
      return (side === 'older' ? comparison?.olderKinds : comparison?.newerKinds) ?? null
    }
    setFailed(false)
    view.open({ ...sheet, findKinds }).then(
      () => setOpenSheet(sheet),
      (error: { readonly code?: string }) => error.code !== 'cancelled' && setFailed(true),
    )
    // oxlint-disable-next-line react/exhaustive-deps -- what is seen through windows was compared before the pair
  }, [view, sheet])
  useEffect(() => view?.setPaper(isDark ? 'dark' : 'light'), [view, isDark])
  useEffect(() => view?.setLabel(t('compare.canvas')), [view, t])
  const isOpen = sheet !== null && openSheet === sheet
  return { stage, view, failed, isHeadless, isOpen, isStacked, isDark, setDark: setPaper }
}

async function startView(
  element: HTMLElement,
  { older, newer }: Readonly<Record<'older' | 'newer', DrawingVersion>>,
): Promise<SheetComparisonView> {
  const { createSheetComparison } = await import('@kamar/viewer')
  return createSheetComparison(element, { older, newer, paper: 'light', label: '' })
}
