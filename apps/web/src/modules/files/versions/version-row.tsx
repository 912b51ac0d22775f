import type { FileRecord, FileVersion } from '@kamar/contracts'
import { Download, Eye, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../../platform/design/button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { downloadOriginal } from '../../../platform/files/download/download-original.js'
import { StatusChip } from '../../../platform/files/status-chip.js'
import { MetadataLine } from '../../../platform/format/metadata-line.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { useRestoreVersion } from './use-restore-version.js'

interface VersionRowProps {
  readonly file: FileRecord
  readonly version: FileVersion
  readonly canRestore: boolean
  /** Whether it is one of the two to compare; null when comparison is unavailable. */
  readonly isSelected: boolean | null
  readonly onChoose: () => void
}

/** Renders one version: number, date, size, author, note, status, and its actions. */
export function VersionRow({ file, version, canRestore, isSelected, onChoose }: VersionRowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { restore, busy } = useRestoreVersion(file)
  const { number, note, sameAs, urn } = version
  return (
    <li className="flex gap-2 rounded-control px-2 py-2 hover:bg-sunken">
      {isSelected === null ? null : (
        <Checkbox checked={isSelected} onChange={onChoose} aria-label={t('versions.select', { number })} />
      )}
      <div className="min-w-0 grow text-12">
        <p className="flex flex-wrap items-center gap-x-2 text-13">
          <span className="font-medium">{t('versions.number', { number })}</span>
          {version.isCurrent ? <span className="text-12 text-accent">{t('versions.current')}</span> : null}
          {version.status === 'success' ? null : <StatusChip file={{ ...file, ...version }} />}
        </p>
        <VersionInfo version={version} />
        {note === '' ? null : <p className="mt-0.5 wrap-anywhere">{note}</p>}
        {sameAs === null ? null : <p className="text-muted">{t('versions.sameAs', { number: sameAs })}</p>}
      </div>
      <div className="flex shrink-0">
        <CopyButton label={t('versions.copyUrn', { number })} text={urn} />
        {canRestore ? (
          <IconButton
            size="small"
            label={t('versions.restore', { number })}
            disabled={busy}
            onClick={() => void restore(number)}
          >
            <RotateCcw />
          </IconButton>
        ) : null}
        <IconButton
          size="small"
          label={t('versions.download', { number })}
          onClick={() => void downloadOriginal(file, number)}
        >
          <Download />
        </IconButton>
        <IconButton
          size="small"
          label={t('versions.open', { number })}
          onClick={() => void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)}
        >
          <Eye />
        </IconButton>
      </div>
    </li>
  )
}

function VersionInfo({ version }: { version: FileVersion }) {
  const formats = useFormats()
  const time = <ShownTime key="time" value={version.created_at} as="list" />
  return (
    <p className="wrap-anywhere text-muted tabular-nums">
      <MetadataLine items={[time, formats.size(version.size), version.uploadedBy]} />
    </p>
  )
}
