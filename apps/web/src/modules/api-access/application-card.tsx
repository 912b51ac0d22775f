import type { ClientApplication } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { MetadataLine } from '../../platform/format/metadata-line.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import type { ApplicationRequest } from './application-dialog.js'
import { Credential } from './secret-panel.js'
import { useStoredText } from './use-stored-text.js'

interface ApplicationCardProps {
  readonly application: ClientApplication
  readonly onRequest: (request: ApplicationRequest) => void
}

/** Renders one application: its identity, scopes, storage use and actions. */
export function ApplicationCard({ application, onRequest }: ApplicationCardProps) {
  const { t } = useTranslation()
  const { name, revokedAt, scopes } = application
  const requestAction = (kind: ApplicationRequest['kind']) => () => onRequest({ kind, application })
  return (
    <li className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-16 break-words">{name}</h2>
        {revokedAt ? (
          <span className="rounded-full bg-danger-soft px-2 py-0.5 text-12 text-danger">{t('apiAccess.revoked')}</span>
        ) : null}
      </div>
      <ApplicationInfo application={application} />
      <dl className="mt-3">
        <Credential label={t('apiAccess.clientId')} value={application.clientId} />
      </dl>
      <ul aria-label={t('apiAccess.scopes')} className="mt-3 flex flex-wrap gap-1.5">
        {scopes.map((scope) => (
          <li key={scope} className="rounded-full bg-sunken px-2 py-0.5 font-mono text-12">
            {scope}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="small" onClick={requestAction('secret')} aria-label={`${t('apiAccess.newSecret')}: ${name}`}>
          {t('apiAccess.newSecret')}
        </Button>
        {revokedAt ? null : (
          <Button size="small" onClick={requestAction('revoke')} aria-label={`${t('apiAccess.revoke')}: ${name}`}>
            {t('apiAccess.revoke')}
          </Button>
        )}
        <Button
          size="small"
          tone="quiet-danger"
          onClick={requestAction('remove')}
          aria-label={`${t('apiAccess.remove')}: ${name}`}
        >
          {t('apiAccess.remove')}
        </Button>
      </div>
    </li>
  )
}

function ApplicationInfo({ application }: { application: ClientApplication }) {
  const { t } = useTranslation()
  const storedText = useStoredText()
  const { createdAt, lastUsedAt, revokedAt } = application
  const items = [
    <TimeInText key="created" value={createdAt} as="day">
      {(date) => t('apiAccess.createdOn', { date })}
    </TimeInText>,
    lastUsedAt ? (
      <TimeInText key="used" value={lastUsedAt} as="moment">
        {(when) => t('apiAccess.lastUsed', { when })}
      </TimeInText>
    ) : (
      t('apiAccess.neverUsed')
    ),
    storedText(application),
    revokedAt ? (
      <TimeInText key="revoked" value={revokedAt} as="day">
        {(date) => t('apiAccess.revokedOn', { date })}
      </TimeInText>
    ) : null,
  ]
  return (
    <p className="mt-1 text-13 text-pretty text-muted">
      <MetadataLine items={items} />
    </p>
  )
}
