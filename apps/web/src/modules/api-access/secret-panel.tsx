import type { ClientSecret } from '@kamar/contracts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { CopyButton } from '../../platform/design/copy-button.js'

interface SecretPanelProps {
  readonly secret: ClientSecret
  readonly onDone: () => void
}

/** Shows id and secret of an application, only once. */
export function SecretPanel({ secret: { application, secret }, onDone }: SecretPanelProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The panel appears above the clicked button: the focus announces it to screen readers.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="mt-6 rounded-card border border-accent bg-surface p-5 first:mt-0 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-16 break-words outline-none">
        {t('apiAccess.secretTitle', { name: application.name })}
      </h2>
      <p className="mt-1 max-w-140 text-13 text-pretty text-muted">{t('apiAccess.secretHint')}</p>
      <dl className="mt-4 grid gap-3">
        <Credential label={t('apiAccess.clientId')} value={application.clientId} />
        <Credential label={t('apiAccess.clientSecret')} value={secret} />
      </dl>
      <Button tone="primary" onClick={onDone} className="mt-5">
        {t('apiAccess.secretDone')}
      </Button>
    </section>
  )
}

/** Renders a value to be copied. */
export function Credential({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="flex items-start gap-1">
        <code className="min-w-0 py-1 font-mono text-13 break-all select-all">{value}</code>
        <CopyButton label={t('apiAccess.copy', { what: label })} text={value} />
      </dd>
    </div>
  )
}
