import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DisplayedVersion } from '../comparison-view.js'
import { comparedKinds, type ComparedKind, type ShownKinds } from '../compared-kinds.js'
import type { ComparedPair, DrawingState, ListedChange } from './drawing-differences.js'
import { type Grouping, sheetChangeRows, type SheetChangeRow, listSteps } from './sheet-change-rows.js'
import {
  type ComparedSheetView,
  type RunningDrawing,
  useComparedSheetView,
  useDrawingDifferences,
} from './use-drawing-differences.js'

/** Query parameter of the open sheet: its index among the sheets of both versions. */
const parameter = 'sheet'

/** State and actions of the drawing comparison screen. */
export interface DrawingScreen extends Omit<RunningDrawing, 'state'> {
  readonly state: DrawingState
  readonly sheetView: ComparedSheetView
  readonly pair: ComparedPair | null
  readonly pairNumber: number
  readonly choosePair: (number: number) => void
  readonly displayedVersion: DisplayedVersion | 'side-by-side'
  readonly show: (displayedVersion: DisplayedVersion | 'side-by-side') => void
  readonly shownKinds: ShownKinds
  readonly toggle: (kind: ComparedKind) => void
  readonly grouping: Grouping
  readonly setGrouping: (grouping: Grouping) => void
  readonly rows: readonly SheetChangeRow[]
  readonly selected: ListedChange | null
  readonly choose: (listed: ListedChange | null) => void
  /** Index of the selected change in the list, from 0; -1 for none. */
  readonly step: number
  readonly steps: number
  /** Moves forwards or backwards by a number of changes. */
  readonly stepBy: (by: number) => void
  readonly hasClouds: boolean
  readonly setClouds: (hasClouds: boolean) => void
}

interface ScreenOf {
  readonly older: string
  readonly newer: string
  /** Index of the newer version's sheet that was open before. */
  readonly sheet: number
}

export function useDrawingScreen({ older, newer, sheet }: ScreenOf): DrawingScreen {
  const { state, retry } = useDrawingDifferences({ older, newer })
  const { pairNumber, choosePair } = usePairNumber(state, sheet)
  const pair = state.pairs[pairNumber] ?? null
  const sheetView = useComparedSheetView({ versions: state.versions, pairs: state.pairs, pair })
  const [displayedVersion, show] = useState<DisplayedVersion | 'side-by-side'>('both')
  const [shownKinds, setShown] = useState<ShownKinds>(new Set(comparedKinds))
  const [grouping, setGrouping] = useState<Grouping>('kind')
  const [selected, setSelected] = useState<ListedChange | null>(null)
  const [hasClouds, setClouds] = useState(false)
  const changes = pair?.changes
  const rows = useMemo(() => sheetChangeRows(changes ?? [], shownKinds, grouping), [changes, shownKinds, grouping])
  const steps = useMemo(() => listSteps(rows), [rows])
  const step = selected === null ? -1 : steps.indexOf(selected)
  const { view, isOpen } = sheetView
  // A sheet that exists in one version only shows that version.
  const version = pair?.before != null && pair.after !== null ? displayedVersion : 'both'
  useEffect(() => view?.show(version, shownKinds), [view, version, shownKinds])
  useClouds({ view: isOpen ? view : null, pair, shownKinds, hasClouds })
  const choose = (listed: ListedChange | null): void => {
    setSelected(listed)
    if (!listed?.box) view?.mark([])
    else view?.focus({ picks: listed.picks, box: listed.box })
  }
  useClickSelection(isOpen ? view : null, changes ?? [], setSelected)
  return {
    state,
    retry,
    sheetView,
    pair,
    pairNumber,
    displayedVersion,
    show,
    shownKinds,
    grouping,
    setGrouping,
    rows,
    step,
    steps: steps.length,
    hasClouds,
    setClouds,
    choose,
    selected: step < 0 && !changes?.includes(selected as ListedChange) ? null : selected,
    choosePair(number) {
      setSelected(null)
      choosePair(number)
    },
    toggle(kind) {
      const next = new Set(shownKinds)
      if (!next.delete(kind)) next.add(kind)
      setShown(next)
    },
    stepBy(by) {
      const next = step < 0 ? (by > 0 ? 0 : steps.length - 1) : (step + by + steps.length) % steps.length
      const listed = steps[next]
      if (listed) choose(listed)
    },
  }
}

/** Returns the pair that the address names, else the sheet that was open before. */
function usePairNumber(state: DrawingState, sheet: number) {
  const [search, setSearch] = useSearchParams()
  const parameterValue = search.get(parameter)
  const before = Math.max(
    0,
    state.pairs.findIndex(({ after }) => after === sheet),
  )
  const requestedNumber = parameterValue === null ? before : Number(parameterValue)
  const pairNumber =
    Number.isInteger(requestedNumber) && requestedNumber >= 0 && requestedNumber < state.pairs.length
      ? requestedNumber
      : before
  const choosePair = (number: number): void => {
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        next.set(parameter, String(number))
        return next
      },
      { replace: true },
    )
  }
  return { pairNumber, choosePair }
}

type View = ComparedSheetView['view']

interface Clouds {
  readonly view: View
  readonly pair: ComparedPair | null
  readonly shownKinds: ShownKinds
  readonly hasClouds: boolean
}

/** Draws revision clouds around visible changes. */
function useClouds({ view, pair, shownKinds, hasClouds }: Clouds): void {
  useEffect(() => {
    if (!view || !pair?.extents) return undefined
    if (!hasClouds) {
      view.setClouds([])
      return undefined
    }
    let isCurrent = true
    const { extents } = pair
    const boxes = pair.changes.flatMap(({ box, change }) => (box && shownKinds.has(change.kind) ? [box] : []))
    void import('@kamar/comparison').then(({ changeClouds }) => {
      if (isCurrent) view.setClouds(changeClouds(boxes, extents))
    })
    return () => {
      isCurrent = false
    }
  }, [view, pair, shownKinds, hasClouds])
}

/** Selects in the list the change that is clicked in the drawing. */
function useClickSelection(
  view: View,
  changes: readonly ListedChange[],
  setSelected: (listed: ListedChange | null) => void,
) {
  useEffect(
    () =>
      view?.on('clicked', ({ pick }) =>
        setSelected(
          changes.find(({ picks }) =>
            picks.some(
              ({ side, sheet, entity }) => side === pick?.side && sheet === pick.sheet && entity === pick.entity,
            ),
          ) ?? null,
        ),
      ),
    [view, changes, setSelected],
  )
}
