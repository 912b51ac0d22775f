import type { ModelMember } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../shared/design/text-field.js'
import { useVersionsOf } from '../../../shared/files/use-versions.js'
import { readMemo } from './model-sources.js'
import type { Together } from './use-together.js'

interface VersionChoiceProps {
  readonly member: ModelMember
  readonly together: Together
}

/** Always the newest version of a file, or one for ever; examples have one. */
export function VersionChoice({ member, together }: VersionChoiceProps) {
  const { t } = useTranslation()
  const memo = readMemo(member.memo)
  const { data } = useVersionsOf(memo?.urn ?? null, memo?.fileId != null)
  const newest = data?.versions.find(({ isCurrent }) => isCurrent) ?? data?.versions[0]
  if (!memo?.fileId || !data || !newest) return null
  const choose = (value: string): void => {
    const chosen = data.versions.find(({ number }) => String(number) === value)
    together.showVersion(member.key, chosen ? { urn: chosen.urn, fixedVersion: chosen.number } : { urn: newest.urn })
  }
  return (
    <label className="block text-12 text-muted">
      {t('together.version')}
      <select
        value={String(memo.fixedVersion ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        className={`${inputClass} mt-1 px-2 sm:h-8`}
      >
        <option value="">{t('together.newest')}</option>
        {data.versions.map(({ number }) => (
          <option key={number} value={String(number)}>
            {t('together.fixed', { number })}
          </option>
        ))}
      </select>
    </label>
  )
}
