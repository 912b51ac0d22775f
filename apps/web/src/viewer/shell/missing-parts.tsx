import { useTranslation } from 'react-i18next'
import type { ActiveModel } from '../session/use-model-view.js'

/** Renders an unobtrusive line while nearby chunks do not fit in the device's memory. */
export function MissingParts({ missing }: Pick<ActiveModel, 'missing'>) {
  const { t } = useTranslation()
  if (missing === null) return null
  return (
    <p
      role="status"
      className="mx-auto mt-1.5 w-fit rounded-control bg-surface px-2 py-0.5 text-12 text-muted tabular-nums shadow-float"
    >
      {t('viewer.partsShown', { shown: missing.resident, needed: missing.needed })}
    </p>
  )
}
