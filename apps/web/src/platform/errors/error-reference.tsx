import { useTranslation } from 'react-i18next'
import { CopyButton } from '../design/copy-button.js'
import { errorReference } from './error-message.js'

/** Renders the reference of a server error, by which an administrator finds it in the log. */
export function ErrorReference({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const reference = errorReference(error)
  if (!reference) return null
  return (
    <p className="mt-2 inline-flex items-center gap-1 text-12">
      {t('common.reference')} <code className="font-mono text-text">{reference}</code>
      <CopyButton label={t('common.copy')} text={reference} />
    </p>
  )
}
