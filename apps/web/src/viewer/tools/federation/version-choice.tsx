import type { ModelMember } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import { compactInputClass } from '../../../platform/design/fields/text-field.js'
import { useFileVersions } from '../../../platform/files/use-versions.js'
import { readReference } from '../../session/models/model-sources.js'
import type { Federation } from './use-federation.js'

interface VersionChoiceProps {
  readonly member: ModelMember
  readonly federation: Federation
}

/** Renders the choice between the newest version of a file and a pinned one; examples have one version. */
export function VersionChoice({ member, federation }: VersionChoiceProps) {
  const { t } = useTranslation()
  const reference = readReference(member.reference)
  const { data } = useFileVersions(reference?.urn ?? null, reference?.fileId != null)
  const newest = data?.versions.find(({ isCurrent }) => isCurrent) ?? data?.versions[0]
  if (!reference?.fileId || !data || !newest) return null
  const choose = (value: string): void => {
    const selected = data.versions.find(({ number }) => String(number) === value)
    federation.showVersion(
      member.key,
      selected ? { urn: selected.urn, fixedVersion: selected.number } : { urn: newest.urn },
    )
  }
  return (
    <label className="block text-12 text-muted">
      {t('together.version')}
      <select
        value={String(reference.fixedVersion ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        className={`${compactInputClass} mt-1`}
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
