import type { Manifest } from '@kamar/package-format/read'
import type {
  SheetEntityInfo,
  SheetLayerState,
  SheetMarkup,
  SheetMeasurement,
  SheetTextHit,
  SheetView,
} from '@kamar/viewer'
import { type RefCallback, use, useCallback, useEffect, useState } from 'react'
import { type PackageSource, PackageSourceContext } from '../packages/package-source-context.js'
import { measurementText } from './measurement-text.js'
import type { StoredSheetState } from './use-restore.js'
import { useSheetAppearance } from './use-sheet-appearance.js'
import { type SheetChanges, useSheetChanges } from './use-sheet-changes.js'

/** A displayed sheet and its state. */
export interface ShownSheet {
  readonly stage: RefCallback<HTMLElement>
  readonly view: SheetView | null
  readonly failed: boolean
  /** True in a browser without WebGL: text search on the sheet still works. */
  readonly isHeadless: boolean
  readonly search: (query: string) => readonly SheetTextHit[]
  readonly layers: readonly SheetLayerState[]
  readonly selected: SheetEntityInfo | null
  readonly measurements: readonly SheetMeasurement[]
  readonly isDark: boolean
  /** Null for the paper of the theme. */
  readonly setDark: (isDark: boolean | null) => void
  /** Whether lines have their plotted widths. */
  readonly hasWeights: boolean
  /** Null for what the sheet states. */
  readonly setWeights: (hasWeights: boolean | null) => void
  /** What the user changed of how the sheet is displayed. */
  readonly changes: SheetChanges
  /** Markup of the sheets; null until it is first used. */
  readonly markup: SheetMarkup | null
  /** Loads the markup; null without a view. */
  readonly loadMarkup: () => Promise<SheetMarkup | null>
  /** Shows a stored state, now or when its sheet is displayed; resolves when it is on the screen. */
  readonly restore: (stored: StoredSheetState) => Promise<void>
}

/** A sheet of a package. */
export interface SheetTarget {
  readonly urn: string
  readonly manifest: Manifest
  readonly number: number
}

interface Measured {
  readonly measurements: readonly SheetMeasurement[]
  readonly isVisible: boolean
}

const noMeasurements: Measured = { measurements: [], isVisible: true }

/** Draws a sheet in an element of the page; starts and ends with the element. Null while no sheet is displayed. */
export function useSheetView(target: SheetTarget | null): ShownSheet {
  const createSource = use(PackageSourceContext)
  const [view, setView] = useState<SheetView | null>(null)
  const [isHeadless, setHeadless] = useState(false)
  const [failed, setFailed] = useState<number | null>(null)
  const [layers, setLayers] = useState<readonly SheetLayerState[]>([])
  const [selected, setSelected] = useState<SheetEntityInfo | null>(null)
  const [measured, setMeasured] = useState(noMeasurements)
  const { own, ...appearance } = useSheetAppearance(view)
  // The same view continues when the finished package replaces a provisional one.
  const [first, setFirst] = useState(target)
  if (first?.urn !== target?.urn) {
    setFirst(target)
    setFailed(null)
    setHeadless(false)
  }
  const stage = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !first) return undefined
      let started: SheetView | null = null
      let ended = false
      void startSheetView(element, { ...first, createSource }).then(
        (sheetView) => {
          if (ended) return sheetView.dispose()
          started = sheetView
          followSheet(sheetView, { setLayers, setMeasured, setSelected })
          return setView(sheetView)
        },
        (error: { readonly code?: string }) => {
          if (error.code === 'webgl-not-supported') setHeadless(true)
          setFailed(-1)
        },
      )
      return () => {
        ended = true
        started?.dispose()
        setView(null)
        setLayers([])
        setSelected(null)
        setMeasured(noMeasurements)
      }
    },
    [createSource, first],
  )
  const number = target?.number ?? null
  useOpenSheet(view, number, setFailed)
  useFinishedPackage(view, target && { ...target, createSource }, { first: first?.manifest ?? null, setFailed })
  const find = useHeadlessSearch(isHeadless ? target : null, createSource)
  return {
    stage,
    view,
    failed: failed !== null && (failed === -1 || failed === number),
    isHeadless,
    search: (query) => (view ? view.search(query) : find(query)),
    layers,
    selected,
    measurements: measured.measurements,
    ...appearance,
    changes: useSheetChanges(view, { ...appearance, ...own, layers, areMeasurementsVisible: measured.isVisible }),
  }
}

/** Opens the sheet with this number whenever it changes. */
function useOpenSheet(view: SheetView | null, number: number | null, setFailed: (failed: number | null) => void): void {
  useEffect(() => {
    if (number === null) return
    view?.open(number).catch((error: { readonly code?: string }) => {
      if (error.code !== 'cancelled') setFailed(number)
    })
  }, [view, number, setFailed])
}

interface SheetSetters {
  readonly setLayers: (layers: readonly SheetLayerState[]) => void
  readonly setMeasured: (measured: Measured) => void
  readonly setSelected: (selected: SheetEntityInfo | null) => void
}

/** Tracks the state of a sheet. The listeners end with the view. */
function followSheet(view: SheetView, { setLayers, setMeasured, setSelected }: SheetSetters): void {
  view.on('layersChanged', (event) => setLayers(event.layers))
  view.on('measured', setMeasured)
  view.on('selectionChanged', ({ pick }) => {
    setSelected(null)
    if (pick) void view.fetchEntityInfo(pick).then((entityInfo) => view.selected === pick && setSelected(entityInfo))
  })
}

interface FinishedPackageOptions {
  readonly first: Manifest | null
  readonly setFailed: (failed: number | null) => void
}

/** Replaces a provisional package by the finished one in its view. */
function useFinishedPackage(
  view: SheetView | null,
  target: WantedSheets | null,
  { first, setFailed }: FinishedPackageOptions,
): void {
  const { urn, manifest, createSource } = target ?? {}
  useEffect(() => {
    if (!view || !urn || !manifest || !createSource || manifest === first) return
    void openLoader({ urn, manifest, createSource })
      .then((loader) => view.exchange({ manifest, loader }))
      // The provisional package may have been deleted before it was displayed.
      .then(() => setFailed(null))
      .catch((error: { readonly code?: string }) => {
        if (error.code !== 'cancelled') setFailed(-1)
      })
  }, [view, urn, manifest, createSource, first, setFailed])
}

interface WantedSheets {
  readonly urn: string
  readonly manifest: Manifest
  readonly createSource: PackageSource
}

const noop = (): readonly SheetTextHit[] => []

/** Provides text search without rendering; an unreadable sheet has no texts. */
function useHeadlessSearch(target: SheetTarget | null, createSource: PackageSource) {
  const [textSearch, setTextSearch] = useState<{ readonly of: number; readonly search: ShownSheet['search'] } | null>(
    null,
  )
  const { urn, manifest, number } = target ?? {}
  useEffect(() => {
    if (urn === undefined || !manifest || number === undefined) return undefined
    let isCurrent = true
    const read = async (): Promise<void> => {
      const { readSheetTexts: readSheetTextIndex } = await import('@kamar/viewer')
      const loader = await openLoader({ urn, manifest, createSource })
      const search = await readSheetTextIndex({ manifest, loader, number })
      if (isCurrent) setTextSearch({ of: number, search })
    }
    read().catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [urn, manifest, createSource, number])
  return textSearch && textSearch.of === number ? textSearch.search : noop
}

/** Opens a loader and its manifest, which has the hashes in the files' addresses. */
async function openLoader({ urn, manifest, createSource }: WantedSheets): Promise<ReturnType<PackageSource>> {
  const loader = createSource(urn, manifest)
  await loader.fetchManifest(new AbortController().signal)
  return loader
}

async function startSheetView(
  element: HTMLElement,
  { urn, manifest, number, createSource }: SheetTarget & WantedSheets,
): Promise<SheetView> {
  const { createSheetView } = await import('@kamar/viewer')
  const loader = await openLoader({ urn, manifest, createSource })
  return createSheetView(element, {
    manifest,
    loader,
    paper: 'light',
    label: '',
    labelOfMeasurement: (measurement) => measurementText(measurement),
    first: number,
  })
}
