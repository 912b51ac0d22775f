import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { formatModelViewError } from '../../session/format-model-view-error.js'
import { type NestedSubject, useNestedView } from './use-nested-view.js'

/** Renders the chosen viewable with a second engine. */
export function NestedStage(props: NestedSubject) {
  const { t } = useTranslation()
  const { stage, manifest, hasFirstFrame, error, retry } = useNestedView(props)
  // A part of a model is shown once all of it is loaded; the complete model may be shown progressively.
  const isShown = manifest !== null || (hasFirstFrame && props.viewable.elements === null)
  return (
    <div className="relative size-full">
      <div ref={stage} className="absolute inset-0" />
      {error ? (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-surface p-3 text-center"
        >
          <p className="text-13 text-pretty">{formatModelViewError(error, t)}</p>
          <Button onClick={retry}>{t('common.retry')}</Button>
        </div>
      ) : null}
      {isShown || error ? null : (
        <p className="absolute inset-0 flex items-center justify-center bg-surface p-3 text-13 text-muted">
          {t('viewer.loadingModel')}
        </p>
      )}
    </div>
  )
}
