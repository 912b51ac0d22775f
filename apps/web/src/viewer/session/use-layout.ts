import type { ToolView, ViewerLayout } from '@kamar/extensions'
import type { Insets, Viewer } from '@kamar/viewer'
import { useRef, useState } from 'react'
import { coveredInsets, useCoveredInsets, usePageInsets } from './covered-insets.js'
import { type Inspector, useInspector } from './use-inspector.js'
import { type Panels, usePanels } from './use-panels.js'

/** Properties of a view that decide how it opens. */
export type LayoutView = Pick<ToolView<never, unknown, unknown>, 'id'> & {
  readonly slot: string
  readonly isTransient?: true
}

/** Open panels, dialogs and floating views of the page. */
export interface Layout extends ViewerLayout {
  readonly isNarrow: boolean
  readonly panels: Panels
  readonly inspector: Inspector
  /** Whether a sheet covers the model; sheets exist on a phone only. */
  readonly hasSheet: boolean
  /** The open dialog; null when there is none. */
  readonly dialog: string | null
  readonly toggle: (view: string) => void
  /** Closes the panel of a tool, and reopens the panel that was open before. */
  readonly back: (panel: string) => void
  /** Closes every sheet of a phone, so that the model is free. */
  readonly closeSheets: () => void
  /** Returns the area of the canvas that bars and panels cover. */
  readonly covered: Insets
}

interface LayoutOptions {
  readonly views: readonly LayoutView[]
  /** Initial panel; undefined: the one that was open last. */
  readonly first: string | null | undefined
  readonly isCompact: boolean
  readonly isNarrow: boolean
}

/** Provides the layout of the page: one panel at the left, the inspector, one dialog; one sheet at a time on a phone. */
export function useLayout(viewer: Viewer | null, { views, first, isCompact, isNarrow }: LayoutOptions): Layout {
  const rows = new Map(views.map((view) => [view.id, view]))
  const stored = views.filter(({ slot, isTransient }) => slot === 'panel' && !isTransient).map(({ id }) => id)
  const panels = usePanels(first === undefined ? {} : { left: first }, stored)
  const inspector = useInspector(viewer, !isCompact)
  const [overlays, setOverlays] = useState({ dialog: null as string | null, floating: null as string | null })
  const before = useRef<string | null>(null)
  const hasSheet = isCompact && (panels.left !== null || inspector.isOpen || overlays.floating !== null)
  const isOpen = (id: string): boolean => {
    if (rows.get(id)?.slot === 'inspector') return inspector.isOpen && inspector.tab === id
    return panels.left === id || overlays.dialog === id || overlays.floating === id
  }
  const close = (id: string): void => {
    const slot = rows.get(id)?.slot
    if (slot === 'panel') panels.setLeft(null)
    else if (slot === 'inspector') inspector.close()
    else setOverlays((current) => ({ ...current, [slot ?? 'dialog']: null }))
  }
  const closeSheets = (): void => {
    if (!isCompact) return
    panels.setLeft(null)
    inspector.close()
    setOverlays((current) => ({ ...current, floating: null }))
  }
  const open = (id: string): void => {
    const view = rows.get(id)
    if (view?.slot !== 'dialog') closeSheets()
    if (view?.slot === 'inspector') return inspector.open(id)
    if (view?.slot !== 'panel') return setOverlays((current) => ({ ...current, [view?.slot ?? 'dialog']: id }))
    if (view.isTransient && !rows.get(panels.left ?? '')?.isTransient) before.current = panels.left
    panels.setLeft(id)
  }
  const cover = {
    left: panels.left === null ? null : panels.leftWidth,
    right: inspector.isOpen ? panels.rightWidth : null,
    hasSheet,
    isCompact,
  }
  useCoveredInsets(viewer, cover)
  usePageInsets(isCompact || isNarrow ? null : cover.right)
  return {
    ...{ isCompact, isNarrow, panels, inspector, hasSheet, isOpen, open, close, closeSheets },
    dialog: overlays.dialog,
    toggle: (id) => (isOpen(id) ? close(id) : open(id)),
    back: (id) => (panels.left === id ? panels.setLeft(before.current) : undefined),
    covered: coveredInsets(cover, 0),
  }
}
