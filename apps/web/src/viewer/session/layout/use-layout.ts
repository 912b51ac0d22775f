import type { ToolSurface, ViewerLayout } from '@kamar/extensions'
import type { Insets, SheetView, Viewer } from '@kamar/viewer'
import { useRef, useState } from 'react'
import { coveredInsets, useCoveredInsets, usePageInsets } from './covered-insets.js'
import { type Inspector, useInspector } from './use-inspector.js'
import { type Panels, usePanels } from './use-panels.js'

/** Properties of a view that decide how it opens. */
export interface LayoutView {
  readonly id: string
  readonly slot: string
  readonly surface: ToolSurface
  readonly isTransient: boolean
}

/** Open panels, dialogs and floating views of the page. */
export interface Layout extends ViewerLayout {
  readonly isNarrow: boolean
  readonly panels: Panels
  /** Id of the open panel; null when none is open. */
  readonly panel: string | null
  readonly inspector: Inspector
  /** Whether a sheet covers the model; such sheets exist on a phone only. */
  readonly hasSheet: boolean
  readonly toggle: (view: string) => void
  /** Closes the panel of a tool, and reopens the panel that was open before. */
  readonly back: (panel: string) => void
  /** Closes everything that covers the model on a phone. */
  readonly closeSheets: () => void
  /** Returns the area of the canvas that bars and panels cover. */
  readonly covered: Insets
}

/** A displayed sheet, as the layout needs it. */
interface LayoutSheet {
  readonly view: SheetView | null
  readonly hasSelection: boolean
}

interface LayoutOptions {
  readonly views: readonly LayoutView[]
  /** Initial panel; undefined: the one that was open last. */
  readonly first: string | null | undefined
  /** Null while a model is displayed. */
  readonly sheet: LayoutSheet | null
  readonly isCompact: boolean
  readonly isNarrow: boolean
}

/** Provides the layout of the page: one panel at the left, the inspector, one dialog; one sheet at a time on a phone. */
export function useLayout(viewer: Viewer | null, options: LayoutOptions): Layout {
  const { views, first, sheet, isCompact, isNarrow } = options
  const rows = new Map(views.map((view) => [view.id, view]))
  const stored = views.filter(({ slot, isTransient }) => slot === 'panel' && !isTransient).map(({ id }) => id)
  const panels = usePanels(first === undefined ? {} : { left: first }, stored)
  const { panel, setPanel } = useOpenPanel(panels, options)
  const modelInspector = useInspector(viewer, !isCompact)
  const inspector = sheet ? createSheetInspector(sheet, panel, options) : modelInspector
  const [overlays, setOverlays] = useState({ dialog: null as string | null, floating: null as string | null })
  const before = useRef<string | null>(null)
  const hasSheet = isCompact && (panel !== null || inspector.isOpen || overlays.floating !== null)
  const isOpen = (id: string): boolean => {
    if (rows.get(id)?.slot === 'inspector') return inspector.isOpen && inspector.tab === id
    return panel === id || overlays.dialog === id || overlays.floating === id
  }
  const close = (id: string): void => {
    const slot = rows.get(id)?.slot
    if (slot === 'panel') setPanel(null)
    else if (slot === 'inspector') inspector.close()
    else setOverlays((current) => ({ ...current, [slot ?? 'dialog']: null }))
  }
  const closeSheets = (): void => {
    if (!isCompact) return
    setPanel(null)
    // The inspector of a sheet gives way to the panel.
    if (!sheet) inspector.close()
    setOverlays((current) => ({ ...current, floating: null }))
  }
  const open = (id: string): void => {
    const view = rows.get(id)
    if (view?.slot !== 'dialog') closeSheets()
    if (view?.slot === 'inspector') return inspector.open(id)
    if (view?.slot !== 'panel') return setOverlays((current) => ({ ...current, [view?.slot ?? 'dialog']: id }))
    if (view.isTransient && !rows.get(panel ?? '')?.isTransient) before.current = panel
    setPanel(id)
  }
  const cover = {
    left: panel === null ? null : panels.leftWidth,
    right: inspector.isOpen ? panels.rightWidth : null,
    hasRail: sheet === null,
    hasSheet,
    isCompact,
  }
  useCoveredInsets(sheet ? sheet.view : (viewer?.camera ?? null), cover)
  usePageInsets(isCompact || isNarrow || sheet ? null : cover.right)
  return {
    isCompact,
    isNarrow,
    panels,
    panel,
    inspector,
    hasSheet,
    isOpen,
    open,
    close,
    closeSheets,
    toggle: (id) => (isOpen(id) ? close(id) : open(id)),
    back: (id) => (panel === id ? setPanel(before.current) : undefined),
    covered: coveredInsets(cover, 0),
  }
}

/** Provides the open panel. Sheets have one of their own, which a panel that they share with the model covers. */
function useOpenPanel(panels: Panels, { views, sheet, isNarrow }: LayoutOptions) {
  const isOnSheets = (id: string | null, surface: ToolSurface): boolean =>
    views.some((view) => view.id === id && view.slot === 'panel' && view.surface === surface)
  const [sheetPanel, setSheetPanel] = useState<string | null>(
    () => (isNarrow ? null : views.find(({ slot, surface }) => slot === 'panel' && surface === 'sheet')?.id) ?? null,
  )
  if (!sheet) return { panel: panels.left, setPanel: panels.setLeft }
  const isShared = isOnSheets(panels.left, 'both')
  return {
    panel: isShared ? panels.left : sheetPanel,
    setPanel(id: string | null) {
      if (isOnSheets(id, 'both')) return panels.setLeft(id)
      if (isShared) panels.setLeft(null)
      if (!isShared || id !== null) setSheetPanel(id)
    },
  }
}

/** The inspector of a sheet is open with a selection; on wide screens always, with the report of the translation. */
function createSheetInspector(
  { view, hasSelection }: LayoutSheet,
  panel: string | null,
  { views, isCompact, isNarrow }: LayoutOptions,
): Inspector {
  const noop = (): void => undefined
  return {
    isOpen: !isNarrow || (hasSelection && !(isCompact && panel !== null)),
    tab: views.find(({ slot, surface }) => slot === 'inspector' && surface === 'sheet')?.id ?? '',
    setTab: noop,
    open: noop,
    close: () => view?.select(null),
  }
}
