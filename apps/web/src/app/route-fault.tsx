import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { isMissingPart } from '../platform/errors/missing-part.js'
import { showError } from '../platform/errors/error-dialog-state.js'
import { logWarning } from '../platform/log.js'

/** Shows the error dialog, with a way out, for a page that threw while rendering. */
export function RouteFault() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => {
    logWarning('page fault', error)
    showError(t(isMissingPart(error) ? 'errors.partMissing' : 'errors.pageBroke'))
  }, [error, t])
  return <main className="min-h-dvh" aria-label={t('errors.occurred')} />
}
