import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { PhotoCard } from './photo-card.js'
import { ProfileForm } from './profile-form.js'
import { profileKey } from './profile-key.js'

/** Shows the user's public profile: photo, names, contact details. */
export function ProfilePage() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: profileKey, queryFn: ({ signal }) => api.call('profile', undefined, { signal }) })
  return (
    <SettingsShell title={t('profile.title')} subtitle={t('profile.subtitle')} tabs>
      {query.data ? (
        <>
          <PhotoCard profile={query.data} />
          <Section title={t('profile.personal')}>
            <ProfileForm profile={query.data} />
          </Section>
        </>
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[120, 460]} />
      )}
    </SettingsShell>
  )
}
