import type { AccountRecord, Preferences } from '@kamar/contracts'
import i18next from 'i18next'
import { api } from '../api/api.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { chooseLanguage, currentLanguage } from '../i18n/index.js'
import { chooseTheme } from '../theme/theme.js'
import { getSession, storeAccount } from './session.js'

/** Change of some preferences; two-factor sign-in has its own set-up steps. */
export type PreferencesChange = Partial<Omit<Preferences, 'twoFactorAuth'>>

/** Changes made on this device that the server has not confirmed yet. */
const unanswered = new Set<PreferencesChange>()

/** Reapplies unconfirmed changes, so that an older response does not revert them. */
const withUnanswered = (account: AccountRecord): AccountRecord => ({
  ...account,
  preferences: Object.assign({}, account.preferences, ...unanswered) as Preferences,
})

/**
 * Stores the account from a response, or from another device's change by a live event; applies its preferences to this
 * device.
 */
export function receiveAccount(received: AccountRecord): void {
  const account = withUnanswered(received)
  storeAccount(account)
  followPreferences(account)
}

/** Applies theme and language chosen for all devices; null keeps the device's own. */
export function followPreferences({ preferences: { theme, language } }: AccountRecord): void {
  if (theme !== null) chooseTheme(theme)
  if (language !== null && language !== currentLanguage()) void chooseLanguage(language)
}

/** Applies theme and language to this device at once, without saving. */
export function showPreferences({ theme, language }: PreferencesChange): void {
  if (theme) chooseTheme(theme)
  if (language) void chooseLanguage(language)
}

/** Applies a change at once and saves it for every device of the account. Rejects when it could not be saved. */
export async function savePreferences(change: PreferencesChange): Promise<void> {
  showPreferences(change)
  const { account } = getSession()
  unanswered.add(change)
  // Applied optimistically; the response settles it.
  if (account) storeAccount(withUnanswered(account))
  const settled = await api.call('savePreferences', { body: change }).catch((error: unknown) => {
    unanswered.delete(change)
    if (account) storeAccount(withUnanswered(account))
    throw error
  })
  unanswered.delete(change)
  storeAccount(withUnanswered(settled))
}

/** Calls `savePreferences` for places without a form: shows a failure in a toast. */
export function choosePreference(change: PreferencesChange): void {
  savePreferences(change).catch((error: unknown) => {
    notify(i18next.t('user.notSaved', { reason: errorMessage(error) }), { tone: 'problem' })
  })
}
