import type { MarkupControls, MarkupExtension, SheetMarkup } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import type { Session } from '../../session/session.js'
import { type MarkupBarControl, useMarkupToolState } from '../../kit/markup/markup-tool-state.js'

const markupId = 'kamar.markup'

/** Markup over the view, as controlled by the toolbar. */
export interface MarkupControl extends MarkupBarControl {
  readonly start: () => void
  /** Releases the camera; the markup remains over its view. */
  readonly end: () => void
  /** Discards the markup. */
  readonly discard: () => void
  /** Markup of the model; null before its engine is loaded. */
  readonly modelEngine: MarkupExtension | null
  /** Number of shapes over the model that the camera has left; 0 while they are in sight. */
  readonly hiddenShapes: number
}

/** Markup of the displayed model or sheet: its engine, and how drawing begins and ends. */
interface MarkupSource {
  readonly engine: MarkupControls | null
  /** Loads the engine and begins drawing; null if nothing can be drawn on. */
  readonly begin: () => Promise<MarkupControls | null>
  readonly end: () => void
}

/** Loads the markup engine on first use, or when a view with markup is opened. */
export function useMarkup(session: Session): MarkupControl {
  const { t } = useTranslation()
  const model = useModelMarkup(session)
  const { engine, begin, end } = session.drawing.isShown ? toSheetSource(session.shownSheet) : model
  useEffect(() => engine?.setLabels({ layer: t('markup.layer'), text: t('markup.text') }), [engine, t])
  const toolState = useMarkupToolState(engine)
  const newestEnd = useRef(end)
  useEffect(() => {
    newestEnd.current = end
  })
  useEffect(() => engine?.on('left', () => newestEnd.current()), [engine])
  useEffect(() => (toolState.isDrawing ? onEscape(() => newestEnd.current()) : undefined), [toolState.isDrawing])
  return {
    ...toolState,
    engine,
    end,
    modelEngine: model.engine,
    hiddenShapes: useHiddenShapes(session, model.engine),
    start() {
      begin().then(
        (started) => (started ? takeUpPen(started) : undefined),
        () => notify(t('markup.failed'), { tone: 'problem' }),
      )
    },
    discard() {
      engine?.clear()
    },
  }
}

function takeUpPen(engine: MarkupControls): void {
  engine.tool = 'pen'
}

function useHiddenShapes({ viewer }: Session, engine: MarkupExtension | null): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!viewer || !engine) return undefined
    const update = (): void => setCount(engine.isShown ? 0 : engine.shapes.length)
    const stops = [viewer.on('cameraChanged', update), engine.on('changed', update)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [viewer, engine])
  return count
}

/** Markup of the model, which is loaded on first use. */
interface ModelMarkupSource extends MarkupSource {
  readonly engine: MarkupExtension | null
}

function useModelMarkup({ viewer }: Session): ModelMarkupSource {
  const [engine, setEngine] = useState<MarkupExtension | null>(null)
  useEffect(
    () =>
      viewer?.on('extensionLoaded', ({ id }) => {
        if (id === markupId) setEngine(viewer.getExtension(id) as MarkupExtension)
      }),
    [viewer],
  )
  return {
    engine,
    async begin() {
      const extension = await viewer?.loadExtension(markupId)
      viewer?.extensions.activate(markupId)
      return extension ? (extension as MarkupExtension) : null
    },
    end: () => void viewer?.extensions.deactivate(markupId),
  }
}

const toSheetSource = ({ markup, loadMarkup }: Session['shownSheet']): MarkupSource => ({
  engine: markup,
  async begin(): Promise<SheetMarkup | null> {
    const loaded = await loadMarkup()
    loaded?.activate()
    return loaded
  },
  end: () => markup?.deactivate(),
})

/** Calls `end` on Escape outside of the drawing as well, which handles it first. */
function onEscape(end: () => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [role=dialog], [role=menu]')) return
    end()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}
