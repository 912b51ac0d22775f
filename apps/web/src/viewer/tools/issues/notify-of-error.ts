import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'

/** Shows an error in a toast. */
export function notifyOfError(error: unknown): void {
  notify(errorMessage(error), { tone: 'problem' })
}
