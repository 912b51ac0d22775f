import type { AccountRecord } from '@kamar/contracts'
import { useMutation } from '@tanstack/react-query'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type FormEvent, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartBoundary } from '../../platform/errors/part-boundary.js'
import { type PreferencesChange, savePreferences, showPreferences } from '../../platform/auth/account.js'
import { fetchAccount, useSession } from '../../platform/auth/session.js'
import { Button } from '../../platform/design/button.js'
import { Choice } from '../../platform/design/fields/choice.js'
import { notify } from '../../platform/design/toasts-state.js'
import { Toggle } from '../../platform/design/fields/toggle.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import {
  currentLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  languageNames,
  withMessages,
} from '../../platform/i18n/index.js'
import { TwoFactor } from '../../platform/security/two-factor.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { themeChoices, useThemeChoice } from '../../platform/theme/theme.js'
import { requestNotificationPermission } from './request-notification-permission.js'

const themeIcons = { system: Monitor, light: Sun, dark: Moon }
const toggles = ['emailNotifications', 'pushNotifications', 'weeklyReports', 'autoSave'] as const

/** Renders the settings of appearance, notifications and sign-in. */
export function PreferencesPage() {
  const { t } = useTranslation()
  const { account, busy } = useSession()
  return (
    <SettingsShell title={t('preferences.title')} subtitle={t('preferences.subtitle')} tabs>
      {account ? (
        <PreferencesForm account={account} />
      ) : busy ? (
        <CardsSkeleton heightsPixels={[240, 300]} />
      ) : (
        <LoadFailed error={null} onRetry={() => void fetchAccount().catch(() => null)} />
      )}
    </SettingsShell>
  )
}

/** Applies every change at once. With auto-save on it is saved at once too; otherwise with the button. */
function PreferencesForm({ account }: { account: AccountRecord }) {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState<PreferencesChange>({})
  const save = useMutation({
    mutationFn: (change: PreferencesChange) => savePreferences(change),
    onSuccess: () => setWaiting({}),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  const preferences = { ...account.preferences, ...waiting }
  const hasWaiting = Object.keys(waiting).length > 0
  const change = (part: PreferencesChange): void => {
    showPreferences(part)
    if (preferences.autoSave || part.autoSave) save.mutate({ ...waiting, ...part })
    else setWaiting({ ...waiting, ...part })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(waiting, { onSuccess: () => notify(t('preferences.saved')) })
  }
  return (
    <>
      <form onSubmit={submit}>
        <Section title={t('preferences.appearance')}>
          <Appearance language={preferences.language ?? currentLanguage()} onChange={change} />
        </Section>
        <Section title={t('preferences.notifications')}>
          <div className="divide-y divide-line">
            {toggles.map((name) => (
              <Toggle
                key={name}
                label={t(`preferences.${name}`)}
                hint={t(`preferences.${name}Hint`)}
                checked={preferences[name]}
                onChange={(on) => {
                  if (name === 'pushNotifications' && on) requestNotificationPermission()
                  change({ [name]: on })
                }}
              />
            ))}
          </div>
        </Section>
        <SaveRow hasWaiting={hasWaiting} autoSave={preferences.autoSave} busy={save.isPending} />
      </form>
      <Section title={t('commands.shortcuts')} hint={t('commands.settings')}>
        <Shortcuts />
      </Section>
      <Section title={t('preferences.security')}>
        <TwoFactor enabled={account.preferences.twoFactorAuth} />
      </Section>
    </>
  )
}

interface SaveRowProps {
  readonly hasWaiting: boolean
  readonly autoSave: boolean
  readonly busy: boolean
}

/** Renders the button, without auto-save. */
function SaveRow({ hasWaiting, autoSave, busy }: SaveRowProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="text-13 text-muted">
        {hasWaiting ? t('preferences.unsaved') : autoSave ? t('preferences.savedByItself') : null}
      </p>
      {autoSave && !hasWaiting ? null : (
        <Button type="submit" tone="primary" busy={busy}>
          {t('preferences.save')}
        </Button>
      )}
    </div>
  )
}

// Its commands are those of the viewer.
const ShortcutsDialog = lazy(async () => ({
  default: (await withMessages('viewer', import('../../platform/commands/shortcuts-dialog.js'))).ShortcutsDialog,
}))

function Shortcuts() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('commands.open')}</Button>
      <PartBoundary isFloating>{isOpen ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null}</PartBoundary>
    </>
  )
}

interface AppearanceProps {
  /** The chosen language, also while its texts are fetched. */
  readonly language: InterfaceLanguage
  readonly onChange: (change: PreferencesChange) => void
}

function Appearance({ language, onChange }: AppearanceProps) {
  const { t } = useTranslation()
  const theme = useThemeChoice()
  return (
    <div className="divide-y divide-line">
      <Choice
        legend={t('preferences.theme')}
        value={theme}
        onChoose={(next) => onChange({ theme: next })}
        choices={themeChoices.map((value) => {
          const Icon = themeIcons[value]
          return { value, label: t(`theme.${value}`), icon: <Icon /> }
        })}
      />
      <Choice
        legend={t('preferences.language')}
        value={language}
        onChoose={(next) => onChange({ language: next })}
        choices={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </div>
  )
}
