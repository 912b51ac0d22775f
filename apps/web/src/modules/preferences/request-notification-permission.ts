import i18next from 'i18next'
import { notify } from '../../platform/design/toasts-state.js'

/** Requests the browser's permission; reports a refusal, after which nothing is ever shown. */
export function requestNotificationPermission(): void {
  const refused = (): void => {
    notify(i18next.t('preferences.pushRefused'), { tone: 'problem' })
  }
  if (!('Notification' in globalThis) || Notification.permission === 'denied') {
    refused()
    return
  }
  if (Notification.permission === 'granted') return
  Notification.requestPermission().then(
    (permission) => (permission === 'granted' ? undefined : refused()),
    () => refused(),
  )
}
