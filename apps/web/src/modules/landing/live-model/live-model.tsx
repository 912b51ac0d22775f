import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { canAutoRotate, whenIdle } from './can-auto-rotate.js'
import type { RotatingModel } from './start-auto-rotation.js'

/**
 * Shows a slowly rotating model in place of the initial image. Fetches the engine when the page is idle, and only where
 * it is suitable; on errors the image stays.
 */
export function LiveModel() {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const [model, setModel] = useState<RotatingModel | null>(null)
  const [isRotating, setRotating] = useState(true)
  useEffect(() => startWhenIdle(container.current, { onModel: setModel, onTooSlow: () => setRotating(false) }), [])
  useEffect(() => () => model?.dispose(), [model])
  useEffect(() => model?.setRotating(isRotating), [model, isRotating])
  return (
    <>
      <div
        ref={container}
        inert
        data-live-model={model ? (isRotating ? 'turning' : 'stopped') : 'waiting'}
        className={classNames('absolute inset-0 transition-opacity duration-700', model ? 'opacity-100' : 'opacity-0')}
      />
      {model ? (
        <button
          type="button"
          onClick={() => setRotating(!isRotating)}
          aria-label={t(isRotating ? 'landing.stopModel' : 'landing.turnModel')}
          title={t(isRotating ? 'landing.stopModel' : 'landing.turnModel')}
          className="absolute end-3 bottom-3 flex size-10 items-center justify-center rounded-control border border-line bg-surface text-muted hover:text-text"
        >
          {isRotating ? <Pause /> : <Play />}
        </button>
      ) : null}
    </>
  )
}

interface ModelEvents {
  readonly onModel: (model: RotatingModel) => void
  readonly onTooSlow: () => void
}

function startWhenIdle(container: HTMLElement | null, { onModel, onTooSlow }: ModelEvents): () => void {
  let isUnmounted = false
  const callOff = whenIdle(() => {
    if (!container || !canAutoRotate()) return
    void import('./start-auto-rotation.js')
      .then(({ startAutoRotation }) => startAutoRotation(container, onTooSlow))
      .then((model) => (isUnmounted ? model.dispose() : onModel(model)))
      .catch(() => undefined)
  })
  return () => {
    isUnmounted = true
    callOff()
  }
}
