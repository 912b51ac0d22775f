import type { Manifest } from '@kamar/view-package/read'
import type { SheetEntityFacts, SheetLayerState, SheetMeasurement, SheetView } from '@kamar/viewer'
import { type RefCallback, use, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownTheme } from './use-shown-theme.js'
import { type PackageSource, PackageSourceContext } from '../package-source-context.js'
import { measurementText } from './measurement-text.js'

/** A sheet on the page and what is known of it. */
export interface ShownSheet {
  readonly stage: RefCallback<HTMLElement>
  readonly view: SheetView | null
  readonly failed: boolean
  readonly layers: readonly SheetLayerState[]
  readonly selected: SheetEntityFacts | null
  readonly measurements: readonly SheetMeasurement[]
  readonly isDark: boolean
  readonly setDark: (isDark: boolean) => void
}

/** Draws sheet `number` of a package in an element of the page; everything begins and ends with the element. */
export function useSheetView(urn: string, manifest: Manifest, number: number): ShownSheet {
  const { t } = useTranslation()
  const sourceOf = use(PackageSourceContext)
  const [view, setView] = useState<SheetView | null>(null)
  // -1: there is no view at all.
  const [failed, setFailed] = useState<number | null>(null)
  const [layers, setLayers] = useState<readonly SheetLayerState[]>([])
  const [selected, setSelected] = useState<SheetEntityFacts | null>(null)
  const [measurements, setMeasurements] = useState<readonly SheetMeasurement[]>([])
  const theme = useShownTheme()
  const [paper, setPaper] = useState<boolean | null>(null)
  const isDark = paper ?? theme === 'dark'
  const stage = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      let started: SheetView | null = null
      let ended = false
      void startSheetView(element, { urn, manifest, sourceOf }).then(
        (made) => {
          if (ended) return made.dispose()
          started = made
          made.on('layersChanged', (news) => setLayers(news.layers))
          made.on('measured', (news) => setMeasurements(news.measurements))
          made.on('selectionChanged', ({ pick }) => {
            setSelected(null)
            if (pick) void made.factsOf(pick).then((facts) => made.selected === pick && setSelected(facts))
          })
          return setView(made)
        },
        () => setFailed(-1),
      )
      return () => {
        ended = true
        started?.dispose()
        setView(null)
      }
    },
    [urn, manifest, sourceOf],
  )
  useEffect(() => {
    view?.open(number).catch((error: { readonly code?: string }) => {
      if (error.code !== 'cancelled') setFailed(number)
    })
  }, [view, number])
  useEffect(() => view?.setPaper(isDark ? 'dark' : 'light'), [view, isDark])
  useEffect(() => view?.setLabel(t('sheets.canvas')), [view, t])
  const hasFailed = failed === -1 || failed === number
  return { stage, view, failed: hasFailed, layers, selected, measurements, isDark, setDark: setPaper }
}

interface WantedSheets {
  readonly urn: string
  readonly manifest: Manifest
  readonly sourceOf: PackageSource
}

async function startSheetView(element: HTMLElement, { urn, manifest, sourceOf }: WantedSheets): Promise<SheetView> {
  const { createSheetView } = await import('@kamar/viewer')
  const loader = sourceOf(urn, manifest)
  // The addresses of the files name their hashes, which the manifest tells the loader.
  await loader.fetchManifest(new AbortController().signal)
  return createSheetView(element, {
    manifest,
    loader,
    paper: 'light',
    label: '',
    labelOfMeasurement: (measurement) => measurementText(measurement),
  })
}
