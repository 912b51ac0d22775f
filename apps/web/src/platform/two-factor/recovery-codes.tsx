import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { CopyButton } from '../design/copy-button.js'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Renders the recovery codes, which are shown once: each signs in a user who lost the phone. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <div className="mt-3 rounded-card border border-line bg-page p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 className="text-14">{t('preferences.recoveryTitle')}</h3>
          <p className="mt-1 text-13 text-pretty text-muted">{t('preferences.recoveryHint')}</p>
        </div>
        <CopyButton label={t('common.copy')} text={text} />
      </div>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-14 tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button tone="primary" onClick={onDone} className="mt-4">
        {t('preferences.recoveryDone')}
      </Button>
    </div>
  )
}
