import type { ToolSurface, ViewerLayout, ViewerTool } from '@kamar/extensions'
import type { Insets, SheetView, Viewer } from '@kamar/viewer'
import { useRef, useState } from 'react'
import { useFreeSelection } from './free-area.js'
import { coveredInsets, useCoveredInsets, usePageInsets } from './covered-insets.js'
import { type Inspector, useInspector, useSheetInspector } from './use-inspector.js'
import { type Panels, usePanels } from './use-panels.js'

/** A tool, as the layout needs it. */
export type PlacedTool = Pick<ViewerTool<never, unknown, unknown>, 'descriptor' | 'views'>

/** Properties of a view that decide how it opens. */
interface LayoutView {
  readonly id: string
  readonly slot: string
  readonly surface: ToolSurface
  readonly isTransient: boolean
}

const listViews = (tools: readonly PlacedTool[]): readonly LayoutView[] =>
  tools.flatMap(({ descriptor, views = [] }) =>
    views.map((view) => ({
      id: view.id,
      slot: view.slot,
      surface: view.surface ?? descriptor.surface,
      isTransient: 'isTransient' in view && view.isTransient,
    })),
  )

/** Open panels, dialogs and floating views of the page. */
export interface Layout extends ViewerLayout {
  readonly isNarrow: boolean
  readonly panels: Panels
  /** Id of the open panel; null when none is open. */
  readonly panel: string | null
  readonly inspector: Inspector
  /** Whether a sheet covers the model; such sheets exist on a phone only. */
  readonly hasSheet: boolean
  /** Ids of the open floating views, the latest last; one on a phone. */
  readonly floating: readonly string[]
  /** Closes the panel of a tool, and reopens the panel that was open before. */
  readonly back: (panel: string) => void
  /** Whether the open sheet of a phone is lowered: it keeps its content and leaves the model free. */
  readonly isLowered: boolean
  /** Lowers the open sheet of a phone; does nothing on wide screens. */
  readonly lowerSheet: () => void
  readonly raiseSheet: () => void
  /** Closes everything that covers the model on a phone. */
  readonly closeSheets: () => void
  /** Returns the area of the canvas that bars and panels cover. */
  readonly covered: Insets
}

/** Provides the open dialog, and the open floating views: any number of them, but one on a phone. */
function useOverlays() {
  const [dialog, setDialog] = useState<string | null>(null)
  const [floating, setFloating] = useState<readonly string[]>([])
  const without = (views: readonly string[], id: string): readonly string[] => views.filter((other) => other !== id)
  return {
    floating,
    isOpen: (id: string) => dialog === id || floating.includes(id),
    openDialog: setDialog,
    openFloating: (id: string) => setFloating((views) => [...without(views, id), id]),
    close(id: string) {
      setDialog((open) => (open === id ? null : open))
      setFloating((views) => without(views, id))
    },
    closeFloating: () => setFloating([]),
  }
}

/** A displayed sheet, as the layout needs it. */
interface LayoutSheet {
  readonly view: SheetView | null
  /** The selected entity; null without one. */
  readonly selected: unknown
}

interface LayoutOptions {
  readonly tools: readonly PlacedTool[]
  /** Initial panel; undefined: the one that was open last. */
  readonly first: string | null | undefined
  /** Null while a model is displayed. */
  readonly sheet: LayoutSheet | null
  readonly isCompact: boolean
  readonly isNarrow: boolean
}

/** Provides the layout of the page: one panel at the left, the inspector, one dialog; one sheet at a time on a phone. */
export function useLayout(viewer: Viewer | null, options: LayoutOptions): Layout {
  const { first, isCompact, isNarrow } = options
  const views = listViews(options.tools)
  const rows = new Map(views.map((view) => [view.id, view]))
  const stored = views.filter(({ slot, isTransient }) => slot === 'panel' && !isTransient).map(({ id }) => id)
  const panels = usePanels(first === undefined ? {} : { left: first }, stored)
  const { panel, setPanel } = useOpenPanel(panels, views, options)
  const inspector = useDisplayedInspector(viewer, views, options)
  const overlays = useOverlays()
  const before = useRef<string | null>(null)
  const { isLowered, lowerSheet, raiseSheet } = useLowering(isCompact ? panel : null)
  const hasSheet = isCompact && !isLowered && (panel !== null || inspector.isOpen || overlays.floating.length > 0)
  const isOpen = (id: string): boolean => {
    if (rows.get(id)?.slot === 'inspector') return inspector.isOpen && inspector.tab === id
    return panel === id || overlays.isOpen(id)
  }
  const close = (id: string): void => {
    const slot = rows.get(id)?.slot
    if (slot === 'panel') setPanel(null)
    else if (slot === 'inspector') inspector.close()
    else overlays.close(id)
  }
  const closeSheets = (): void => {
    if (!isCompact) return
    setPanel(null)
    inspector.close()
    overlays.closeFloating()
  }
  const open = (id: string): void => {
    const view = rows.get(id)
    if (view?.slot !== 'dialog') closeSheets()
    if (view?.slot === 'inspector') return inspector.open(id)
    if (view?.slot === 'dialog') return overlays.openDialog(id)
    if (view?.slot !== 'panel') return overlays.openFloating(id)
    raiseSheet()
    if (view.isTransient && !rows.get(panel ?? '')?.isTransient) before.current = panel
    setPanel(id)
  }
  const cover = useCover(viewer, { ...options, panel, panels, inspector, hasSheet, isLowered })
  return {
    isCompact,
    isNarrow,
    panels,
    panel,
    inspector,
    hasSheet,
    floating: overlays.floating,
    isOpen,
    open,
    close,
    isLowered,
    lowerSheet,
    raiseSheet,
    closeSheets,
    toggle: (id) => (isLowered && panel === id ? raiseSheet() : isOpen(id) ? close(id) : open(id)),
    back: (id) => (panel === id ? setPanel(before.current) : undefined),
    covered: coveredInsets(cover, 0),
  }
}

/** Provides the inspector of what is displayed. */
function useDisplayedInspector(
  viewer: Viewer | null,
  views: readonly LayoutView[],
  { sheet, isCompact, isNarrow }: LayoutOptions,
): Inspector {
  const modelInspector = useInspector(viewer, !isCompact)
  const sheetInspector = useSheetInspector({
    selected: sheet?.selected ?? null,
    opens: !isNarrow,
    opensBySelection: !isCompact,
    tab: views.find(({ slot, surface }) => slot === 'inspector' && surface === 'sheet')?.id ?? '',
  })
  return sheet ? sheetInspector : modelInspector
}

interface CoverOptions extends LayoutOptions {
  readonly panel: string | null
  readonly panels: Panels
  readonly inspector: Inspector
  readonly hasSheet: boolean
  readonly isLowered: boolean
}

/** Provides what covers the canvas, and passes it on to what fits the document in the rest. */
function useCover(viewer: Viewer | null, { sheet, panel, panels, inspector, isCompact, ...rest }: CoverOptions) {
  const left = panel === null ? null : panels.leftWidth
  const right = inspector.isOpen ? panels.rightWidth : null
  const { hasSheet, isLowered, isNarrow } = rest
  const cover = { left, right, hasSheet, isLowered, isCompact }
  useCoveredInsets(sheet ? sheet.view : (viewer?.camera ?? null), cover)
  useFreeSelection(sheet || isCompact ? null : viewer, coveredInsets(cover, 0))
  usePageInsets(isCompact || isNarrow || sheet ? null : right)
  return cover
}

/** Provides whether the open sheet of a phone is lowered. */
function useLowering(sheetPanel: string | null) {
  const [loweredPanel, setLowered] = useState<string | null>(null)
  return {
    isLowered: sheetPanel !== null && loweredPanel === sheetPanel,
    lowerSheet: () => setLowered(sheetPanel),
    raiseSheet: () => setLowered(null),
  }
}

/** Provides the open panel. Sheets have one of their own, which a panel that they share with the model covers. */
function useOpenPanel(panels: Panels, views: readonly LayoutView[], { sheet, isNarrow }: LayoutOptions) {
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
