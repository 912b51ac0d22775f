import { defaultPreferences } from '@kamar/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountRecord, fileRecord } from '../../../testing/records.js'
import { accessToken } from '../../api/access-token.js'
import { storeAccount } from '../../auth/session.js'
import { startInternationalization } from '../../i18n/index.js'
import { announceOutcome } from './announce-outcome.js'

const notification = vi.fn<(title: string, options: NotificationOptions) => void>()

class Note {
  static permission: NotificationPermission = 'granted'
  constructor(title: string, options: NotificationOptions) {
    notification(title, options)
  }
}

const prefer = (pushNotifications: boolean): void =>
  storeAccount(accountRecord({ preferences: { ...defaultPreferences, pushNotifications } }))

beforeEach(async () => {
  await startInternationalization('en')
  vi.stubGlobal('Notification', Note)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  accessToken.write('token')
  Note.permission = 'granted'
  prefer(true)
})
afterEach(() => {
  notification.mockClear()
  accessToken.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('announceOutcome shows a notification for a translated model while the page is hidden', () => {
  announceOutcome(fileRecord({ description: 'tower.ifc' }))
  expect(notification).toHaveBeenCalledExactlyOnceWith('tower.ifc', expect.objectContaining({ body: 'Ready' }))
})

test('announceOutcome shows a notification for a failed model', () => {
  announceOutcome(fileRecord({ description: 'tower.ifc', status: 'failed' }))
  expect(notification).toHaveBeenCalledExactlyOnceWith('tower.ifc', expect.objectContaining({ body: 'Failed' }))
})

test.each([
  ['who did not opt in', () => prefer(false)],
  ['who has the page open', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)],
  ['who denied the permission', () => void (Note.permission = 'denied')],
  ['whose browser lacks notifications', () => vi.stubGlobal('Notification', undefined)],
])('announceOutcome shows no notification to a user %s', (_, make) => {
  make()
  // A property set to undefined still exists; a browser without notifications does not have it.
  if (globalThis.Notification === undefined) Reflect.deleteProperty(globalThis, 'Notification')
  announceOutcome(fileRecord())
  expect(notification).not.toHaveBeenCalled()
})
