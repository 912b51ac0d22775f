import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArModel } from './ar-model.js'
import { createModelViewer, loadModelViewer, type ModelViewerElement } from './load-model-viewer.js'

interface ModelStageProps {
  readonly model: ArModel
  readonly name: string
  /** The mounted element; used to start augmented reality. */
  readonly element: RefObject<ModelViewerElement | null>
  readonly onShown: () => void
  /** `view`: model-viewer itself could not be fetched; `format`: the model cannot be rendered. */
  readonly onError: (reason: 'view' | 'format') => void
}

/** Renders the model in model-viewer, with orbit by pointer, touch and keys. */
export function ModelStage({ model, name, element, onShown, onError }: ModelStageProps) {
  const container = useRef<HTMLDivElement>(null)
  const labels = useAccessibilityLabels()
  const notifyShown = useEffectEvent(onShown)
  const notifyFailed = useEffectEvent(onError)
  const create = useEffectEvent(({ source, usdz }: ArModel) => {
    const view = createModelViewer()
    for (const [name, value] of Object.entries(attributes)) view.setAttribute(name, value)
    view.style.setProperty('--poster-color', 'transparent')
    view.className = 'absolute inset-0 block size-full'
    return Object.assign(view, { alt: name, a11y: labels, iosSrc: usdz, src: source })
  })
  useEffect(() => {
    const lifetime = new AbortController()
    void loadModelViewer().then(
      () => {
        if (lifetime.signal.aborted) return
        const view = create(model)
        view.addEventListener('load', () => notifyShown(), { signal: lifetime.signal })
        view.addEventListener('error', () => notifyFailed('format'), { signal: lifetime.signal })
        lifetime.signal.addEventListener('abort', () => view.remove())
        container.current?.append(view)
        element.current = view
      },
      () => (lifetime.signal.aborted ? undefined : notifyFailed('view')),
    )
    return () => {
      element.current = null
      lifetime.abort()
    }
  }, [model, element])
  return <div ref={container} className="absolute inset-0" />
}

/** WebXR and Quick Look accept a `blob:` address; Scene Viewer on Android needs a separate link. */
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

/** Returns the labels with which the element describes the camera position to screen readers. */
function useAccessibilityLabels(): Readonly<Record<string, string>> {
  const { t } = useTranslation()
  return useMemo(() => {
    const sides = (['front', 'right', 'back', 'left'] as const).flatMap((side): [string, string][] => {
      const options = { side: t(`viewer.cube.${side}`) }
      return [
        [side, t('ar.seen', options)],
        [`upper-${side}`, t('ar.seenFromAbove', options)],
        [`lower-${side}`, t('ar.seenFromBelow', options)],
      ]
    })
    return Object.fromEntries(sides)
  }, [t])
}
