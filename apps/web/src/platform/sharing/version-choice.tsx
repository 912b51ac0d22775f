import { useTranslation } from 'react-i18next'
import { inputClass } from '../design/fields/text-field.js'

interface VersionChoiceProps {
  readonly followsLatest: boolean
  readonly onChange: (followsLatest: boolean) => void
}

/** Renders which version a link opens. */
export function VersionChoice({ followsLatest, onChange }: VersionChoiceProps) {
  const { t } = useTranslation()
  return (
    <label className="min-w-44 grow text-13 font-medium">
      {t('share.version')}
      <select
        className={`${inputClass} mt-1.5 font-normal`}
        value={followsLatest ? 'latest' : 'fixed'}
        onChange={(event) => onChange(event.currentTarget.value === 'latest')}
      >
        <option value="latest">{t('share.latestVersion')}</option>
        <option value="fixed">{t('share.fixedVersion')}</option>
      </select>
    </label>
  )
}
