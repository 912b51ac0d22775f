import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { useSession } from '../../platform/auth/session.js'
import { PasswordForm } from '../../platform/security/password-form.js'
import { TwoFactor } from '../../platform/security/two-factor.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { SignedInDevices } from './signed-in-devices.js'

/** Manages sign-in: password, two-factor sign-in, and signed-in devices. */
export function SecurityPage() {
  const { t } = useTranslation()
  const { account } = useSession()
  const profile = useQuery({
    queryKey: ['security', 'profile'],
    queryFn: ({ signal }) => api.call('profile', undefined, { signal }),
  })
  return (
    <SettingsShell title={t('security.title')} subtitle={t('security.subtitle')} tabs>
      {account && profile.data ? (
        <>
          {profile.data.hasPassword ? (
            <Section title={t('profile.password')} hint={t('profile.passwordHint')}>
              <PasswordForm />
            </Section>
          ) : null}
          <Section title={t('security.twoFactor')}>
            <TwoFactor enabled={account.preferences.twoFactorAuth} />
          </Section>
          <Section title={t('security.devices')} hint={t('security.devicesHint')}>
            <SignedInDevices />
          </Section>
        </>
      ) : profile.isError ? (
        <LoadFailed error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[240, 120, 200]} />
      )}
    </SettingsShell>
  )
}
