import type { FileRecord, FileVersion } from '@kamar/contracts'
import { GitCompareArrows } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../platform/design/button.js'
import { versionComparisonPath, useVersions } from '../../../platform/files/use-versions.js'
import { UploadVersion } from './upload-version.js'
import { VersionRow } from './version-row.js'

/** Lists the versions of a file, with upload, restoring and comparison. */
export function VersionsSection({ file }: { file: FileRecord }) {
  const { t } = useTranslation()
  const { data, isError } = useVersions(file)
  return (
    <section className="border-t border-line pt-5">
      <h3 className="mb-3 text-14">{t('versions.title')}</h3>
      {data ? (
        <>
          <VersionList key={file.id} file={file} versions={data.versions} mayChange={data.mayChange} />
          {data.mayChange ? <UploadVersion file={file} /> : null}
        </>
      ) : (
        <p role="status" className="text-13 text-muted">
          {t(isError ? 'versions.failed' : 'versions.loading')}
        </p>
      )}
    </section>
  )
}

interface VersionListProps {
  readonly file: FileRecord
  readonly versions: readonly FileVersion[]
  readonly mayChange: boolean
}

function VersionList({ file, versions, mayChange }: VersionListProps) {
  const [selected, setSelected] = useState<readonly number[]>([])
  const hasSeveral = versions.length > 1
  // A third choice replaces the first of the two.
  const choose = (number: number): void =>
    setSelected(
      selected.includes(number) ? selected.filter((other) => other !== number) : [...selected, number].slice(-2),
    )
  return (
    <>
      <ul className="-mx-2 max-h-72 overflow-y-auto overscroll-contain">
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            file={file}
            version={version}
            canRestore={mayChange && !version.isCurrent}
            isSelected={hasSeveral ? selected.includes(version.number) : null}
            onChoose={() => choose(version.number)}
          />
        ))}
      </ul>
      {hasSeveral ? (
        <CompareButton
          versions={
            selected.length === 0 ? versions.slice(0, 2) : versions.filter(({ number }) => selected.includes(number))
          }
        />
      ) : null}
    </>
  )
}

function CompareButton({ versions }: { versions: readonly FileVersion[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [one, other] = versions
  const numbers = { newer: one?.number, older: other?.number }
  const unready = versions.find(({ status }) => status !== 'success')
  const hintId = useId()
  return (
    <div className="mt-2">
      <p id={hintId} className="mb-2 text-12 text-pretty text-muted">
        {other && unready
          ? t(unready.status === 'failed' ? 'versions.failedHint' : 'versions.preparingHint', {
              number: unready.number,
            })
          : t(other ? 'versions.comparesHint' : 'versions.compareHint', numbers)}
      </p>
      <Button
        className="w-full"
        icon={<GitCompareArrows />}
        disabled={!one || !other || unready !== undefined}
        aria-describedby={hintId}
        onClick={() => {
          if (one && other) void navigate(versionComparisonPath([one, other]))
        }}
      >
        {t('versions.compare')}
      </Button>
    </div>
  )
}
