import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { getSession } from '../../auth/session.js'

/**
 * Shows a browser notification that a translation ended, if the user enabled them and the page is in the background. A
 * click on it returns to the page.
 */
export function announceOutcome(file: FileRecord): void {
  const isWanted = getSession().account?.preferences.pushNotifications === true
  if (!isWanted || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return
  const status = i18next.t(file.status === 'success' ? 'status.success' : 'status.failed')
  const note = new Notification(file.description, { body: status, tag: file.id, icon: '/mark.svg' })
  note.onclick = () => {
    globalThis.focus()
    note.close()
  }
}
