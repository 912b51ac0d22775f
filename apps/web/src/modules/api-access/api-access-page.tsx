import type { ClientApplication, ClientSecret } from '@kamar/contracts'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { ApplicationCard } from './application-card.js'
import { ApplicationDialog, type ApplicationRequest } from './application-dialog.js'
import { FirstSteps } from './first-steps.js'
import { NewApplicationForm } from './new-application-form.js'
import { SecretPanel } from './secret-panel.js'
import { useApplicationChanges, useApplications } from './use-applications.js'

/**
 * Manages the account's client applications: create, renew secret, revoke, delete; and shows the first steps for a
 * program.
 */
export function ApiAccessPage() {
  const { t } = useTranslation()
  const query = useApplications()
  const [isFormOpen, setFormOpen] = useState(false)
  const begin = (
    <Button tone="primary" icon={<Plus />} onClick={() => setFormOpen(true)}>
      {t('apiAccess.new')}
    </Button>
  )
  return (
    <SettingsShell
      title={t('apiAccess.title')}
      subtitle={t('apiAccess.subtitle')}
      tabs
      aside={query.data && query.data.length > 0 && !isFormOpen ? begin : undefined}
    >
      {query.data ? (
        <Applications applications={query.data} isFormOpen={isFormOpen} onFormChange={setFormOpen} begin={begin} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton />
      )}
    </SettingsShell>
  )
}

interface ApplicationsProps {
  readonly applications: readonly ClientApplication[]
  readonly isFormOpen: boolean
  readonly onFormChange: (isFormOpen: boolean) => void
  readonly begin: ReactNode
}

function Applications({ applications, isFormOpen, onFormChange, begin }: ApplicationsProps) {
  const { t } = useTranslation()
  const changes = useApplicationChanges()
  const [secret, setSecret] = useState<ClientSecret | null>(null)
  const [request, setRequest] = useState<ApplicationRequest | null>(null)
  const show = (created: ClientSecret): void => {
    setSecret(created)
    onFormChange(false)
  }
  return (
    <>
      {secret ? <SecretPanel key={secret.secret} secret={secret} onDone={() => setSecret(null)} /> : null}
      {isFormOpen ? (
        <NewApplicationForm create={changes.create} onCreate={show} onCancel={() => onFormChange(false)} />
      ) : null}
      {applications.length === 0 && !isFormOpen ? (
        <EmptyState icon={<KeyRound size={20} />} title={t('apiAccess.empty')} action={begin}>
          {t('apiAccess.emptyHint')}
        </EmptyState>
      ) : null}
      <ul aria-label={t('apiAccess.list')} className="mt-6 space-y-4 first:mt-0 empty:hidden">
        {applications.map((application) => (
          <ApplicationCard key={application.id} application={application} onRequest={setRequest} />
        ))}
      </ul>
      <ApplicationDialog request={request} changes={changes} onSecret={show} onClose={() => setRequest(null)} />
      <Section title={t('apiAccess.firstSteps')} hint={t('apiAccess.firstStepsHint')}>
        <FirstSteps />
      </Section>
    </>
  )
}
