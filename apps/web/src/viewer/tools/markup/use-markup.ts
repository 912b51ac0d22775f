import type { MarkupExtension, MarkupStyle, MarkupTool, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'

const markupId = 'kamar.markup'

/** Current state of the markup. */
interface MarkupToolState {
  readonly isDrawing: boolean
  readonly tool: MarkupTool
  readonly style: MarkupStyle
  readonly shapes: number
  readonly selected: number
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Markup over the view, as controlled by the toolbar. */
export interface MarkupControl extends MarkupToolState {
  readonly start: () => void
  /** Releases the camera; the markup remains over its view. */
  readonly end: () => void
  /** Discards the markup. */
  readonly discard: () => void
  readonly engine: MarkupExtension | null
}

const initialState: MarkupToolState = {
  isDrawing: false,
  tool: 'pen',
  style: { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' },
  shapes: 0,
  selected: 0,
  canUndo: false,
  canRedo: false,
}

const getToolState = (engine: MarkupExtension): MarkupToolState => ({
  isDrawing: engine.isActive(),
  tool: engine.tool,
  style: engine.style,
  shapes: engine.shapes.length,
  selected: engine.selected.length,
  canUndo: engine.canUndo,
  canRedo: engine.canRedo,
})

/** Loads the markup engine on first use, or when a view with markup is opened. */
export function useMarkup(viewer: Viewer | null): MarkupControl {
  const { t } = useTranslation()
  const [engine, setEngine] = useState<MarkupExtension | null>(null)
  useEffect(
    () =>
      viewer?.on('extensionLoaded', ({ id }) => {
        if (id === markupId) setEngine(viewer.getExtension(id) as MarkupExtension)
      }),
    [viewer],
  )
  useEffect(() => engine?.setLabels({ layer: t('markup.layer'), text: t('markup.text') }), [engine, t])
  const toolState = useEngineState(engine, initialState, follow)
  const end = (): void => void viewer?.extensions.deactivate(markupId)
  useEffect(() => engine?.on('left', () => void viewer?.extensions.deactivate(markupId)), [engine, viewer])
  useEffect(() => (toolState.isDrawing ? endOnEscape(viewer) : undefined), [toolState.isDrawing, viewer])
  return {
    ...toolState,
    engine,
    end,
    start() {
      viewer?.loadExtension(markupId).then(
        (extension) => {
          viewer.extensions.activate(markupId)
          ;(extension as MarkupExtension).tool = 'pen'
        },
        () => notify(t('markup.failed'), { tone: 'problem' }),
      )
    },
    discard() {
      engine?.clear()
    },
  }
}

/** Ends drawing by Escape outside of the drawing as well, which handles it first. */
function endOnEscape(viewer: Viewer | null): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [role=dialog], [role=menu]')) return
    viewer?.extensions.deactivate(markupId)
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

function follow(engine: MarkupExtension, change: ChangeState<MarkupToolState>): void {
  change(getToolState(engine))
  engine.on('changed', () => change(getToolState(engine)))
}
