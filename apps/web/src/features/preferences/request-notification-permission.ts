import i18next from 'i18next'
import { notify } from '../../shared/design/toasts-state.js'

/** The browser asks its user; without their yes nothing is ever shown, which is said here. */
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
