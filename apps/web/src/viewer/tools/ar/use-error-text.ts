import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { RemoteModelError } from './remote/remote-model-error.js'
import { StageError } from './use-ar-model.js'

/** Returns a function that explains in words why no model is shown. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (error instanceof StageError) return t(`ar.problem.${error.reason}`)
    if (error instanceof RemoteModelError) return t(`ar.problem.${error.reason}`, { detail: error.detail })
    return errorMessage(error)
  }
}
