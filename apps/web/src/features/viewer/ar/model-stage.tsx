import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArModel } from './ar-model.js'
import { createModelViewer, loadModelViewer, type ModelViewerElement } from './load-model-viewer.js'

interface ModelStageProps {
  readonly model: ArModel
  readonly name: string
  /** The element while it is on the page: who starts augmented reality asks it. */
  readonly element: RefObject<ModelViewerElement | null>
  readonly onShown: () => void
  /** `view`: model-viewer itself could not be fetched; `format`: the model cannot be drawn. */
  readonly onProblem: (problem: 'view' | 'format') => void
}

/** The model in model-viewer, turned by pointer, touch and keys. */
export function ModelStage({ model, name, element, onShown, onProblem }: ModelStageProps) {
  const place = useRef<HTMLDivElement>(null)
  const words = useWords()
  const shown = useEffectEvent(onShown)
  const failed = useEffectEvent(onProblem)
  const create = useEffectEvent(({ source, usdz }: ArModel) => {
    const view = createModelViewer()
    for (const [name, value] of Object.entries(attributes)) view.setAttribute(name, value)
    view.style.setProperty('--poster-color', 'transparent')
    view.className = 'absolute inset-0 block size-full'
    return Object.assign(view, { alt: name, a11y: words, iosSrc: usdz, src: source })
  })
  useEffect(() => {
    const gone = new AbortController()
    void loadModelViewer().then(
      () => {
        if (gone.signal.aborted) return
        const view = create(model)
        view.addEventListener('load', () => shown(), { signal: gone.signal })
        view.addEventListener('error', () => failed('format'), { signal: gone.signal })
        gone.signal.addEventListener('abort', () => view.remove())
        place.current?.append(view)
        element.current = view
      },
      () => (gone.signal.aborted ? undefined : failed('view')),
    )
    return () => {
      element.current = null
      gone.abort()
    }
  }, [model, element])
  return <div ref={place} className="absolute inset-0" />
}

/** WebXR and Quick Look take a `blob:` address; Android's own viewer gets a link of its own. */
const attributes = {
  ar: '',
  'ar-modes': 'webxr quick-look',
  'camera-controls': '',
  'camera-orbit': '30deg 68deg 85%',
  'interaction-prompt': 'none',
  'shadow-intensity': '0.6',
  'environment-image': 'neutral',
  loading: 'eager',
} as const

/** What the element tells a screen reader of where the camera stands. */
function useWords(): Readonly<Record<string, string>> {
  const { t } = useTranslation()
  return useMemo(() => {
    const sides = (['front', 'right', 'back', 'left'] as const).flatMap((side): [string, string][] => {
      const named = { side: t(`viewer.cube.${side}`) }
      return [
        [side, t('ar.seen', named)],
        [`upper-${side}`, t('ar.seenFromAbove', named)],
        [`lower-${side}`, t('ar.seenFromBelow', named)],
      ]
    })
    return Object.fromEntries(sides)
  }, [t])
}
