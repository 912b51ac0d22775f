import type { AccountRecord, Preferences } from '@kamar/contracts'
import i18next from 'i18next'
import { api } from '../api/api.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { chooseLanguage, currentLanguage } from '../i18n/index.js'
import { chooseTheme } from '../theme/theme.js'
import { getSession, storeAccount } from './session.js'

/** Some of the preferences that one chooses; two-factor sign-in is set up by steps of its own. */
export type PreferencesChange = Partial<Omit<Preferences, 'twoFactorAuth'>>

/** What was chosen on this device and is still on its way to the server. */
const unanswered = new Set<PreferencesChange>()

/** An older answer does not undo what was chosen after it was asked for. */
const withUnanswered = (account: AccountRecord): AccountRecord => ({
  ...account,
  preferences: Object.assign({}, account.preferences, ...unanswered) as Preferences,
})

/** The account as it is now, from an answer or from another device by a live event; this device follows its choices. */
export function receiveAccount(received: AccountRecord): void {
  const account = withUnanswered(received)
  storeAccount(account)
  followPreferences(account)
}

/** Theme and language that were chosen for all devices; null leaves a device its own. */
export function followPreferences({ preferences: { theme, language } }: AccountRecord): void {
  if (theme !== null) chooseTheme(theme)
  if (language !== null && language !== currentLanguage()) void chooseLanguage(language)
}

/** Changes the look of this device at once; nothing is saved. */
export function showPreferences({ theme, language }: PreferencesChange): void {
  if (theme) chooseTheme(theme)
  if (language) void chooseLanguage(language)
}

/** Applies a change at once and saves it for every device of the account; rejects when it could not be saved. */
export async function savePreferences(change: PreferencesChange): Promise<void> {
  showPreferences(change)
  const { account } = getSession()
  unanswered.add(change)
  // Seen at once; the answer settles it.
  if (account) storeAccount(withUnanswered(account))
  const settled = await api.call('savePreferences', { body: change }).catch((error: unknown) => {
    unanswered.delete(change)
    if (account) storeAccount(withUnanswered(account))
    throw error
  })
  unanswered.delete(change)
  storeAccount(withUnanswered(settled))
}

/** As `savePreferences`, for places without a form: a failure is said in a notice. */
export function choosePreference(change: PreferencesChange): void {
  savePreferences(change).catch((error: unknown) => {
    notify(i18next.t('user.notSaved', { reason: errorMessage(error) }), { tone: 'problem' })
  })
}
