import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { urnPreview } from '../../../platform/format/format.js'

/** Shows the URN for developers: only its first characters are visible, all of it can be copied. */
export function DeveloperInfo({ urn }: { readonly urn: string }) {
  const { t } = useTranslation()
  if (urn === '') return null
  return (
    <details className="text-12 text-muted">
      <summary className="rounded-control hover:text-text">
        {t('fileFacts.developers')}
        <code className="ms-2 font-mono whitespace-nowrap">{urnPreview(urn)}</code>
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-start gap-x-3">
        <dt className="pt-1.5">{t('preview.urn')}</dt>
        <dd className="flex items-start gap-1">
          <code className="grow pt-1.5 font-mono break-all">{urn}</code>
          <CopyButton label={t('preview.copyUrn')} text={urn} />
        </dd>
      </dl>
    </details>
  )
}
