import type { FileRecord } from '@kamar/contracts'
import { Download, Eye, PencilLine, Square, Trash2 } from 'lucide-react'
import { lazy, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import { AttachedFiles } from '../../../platform/files/companions/attached-files.js'
import { CloudHint } from '../../../platform/files/report/cloud-hint.js'
import { ExportMenu } from '../../../platform/files/download/export-menu.js'
import { FailureMessage } from '../../../platform/files/report/failure-message.js'
import { isUnfinished } from '../../../platform/files/file-status.js'
import { FileTypeIcon } from '../../../platform/files/file-type-icon.js'
import { useStageText } from '../../../platform/files/stage-text.js'
import { StatusChip } from '../../../platform/files/status-chip.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { ActivitySection } from '../activity/activity-section.js'
import { CollaborationInfo } from './collaboration-info.js'
import { DeveloperInfo } from './developer-info.js'
import { Fact } from './fact.js'
import { canChange, type FileActions, canRemove } from '../actions/file-actions.js'
import { ModelInfo } from './model-info.js'
import { ReportLink, ReportSection } from './report-section.js'

/** Fetched with the first previewed file. */
const VersionsSection = lazy(async () => ({
  default: (await import('../versions/versions-section.js')).VersionsSection,
}))

const ResultHistory = lazy(async () => ({
  default: (await import('../../../platform/files/results/result-history.js')).ResultHistory,
}))

interface FilePreviewProps {
  readonly file: FileRecord
  readonly actions: FileActions
  /** Omits the name, which the bottom sheet has in its title. */
  readonly withoutName?: boolean
}

/** Renders all information about one file, and its actions. */
export function FilePreview({ file, actions, withoutName = false }: FilePreviewProps) {
  const report = useRef<HTMLElement>(null)
  return (
    <div className="flex flex-col gap-5">
      <Thumbnail file={file} iconSize={40} className="aspect-4/3 w-full rounded-card border border-line" />
      <div className="min-w-0">
        {withoutName ? null : <FileTitle file={file} actions={actions} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusChip file={file} />
          <ReportLink file={file} section={report} />
        </div>
        <Progress file={file} onCancel={() => actions.cancel(file)} />
      </div>
      <FailureMessage file={file} onRetry={() => actions.retry(file)} />
      <CloudHint file={file} onRetry={() => actions.retry(file)} />
      <Actions file={file} actions={actions} />
      <FileInfo file={file} onShare={() => actions.share(file)} />
      <DeveloperInfo urn={file.urn} />
      <PartBoundary>
        <VersionsSection file={file} />
      </PartBoundary>
      <ReportSection file={file} section={report} />
      <ActivitySection key={file.id} file={file} />
      <AttachedFiles file={file} />
      <PartBoundary>
        <ResultHistory version={{ urn: file.urn, shownResult: `${file.jobId} ${file.status}` }} />
      </PartBoundary>
    </div>
  )
}

function FileTitle({ file, actions }: Omit<FilePreviewProps, 'withoutName'>) {
  const { t } = useTranslation()
  return (
    <div className="mb-2 flex items-start gap-1">
      <h2 className="min-w-0 grow text-16 wrap-anywhere">{file.description}</h2>
      {canChange(file) ? (
        <IconButton
          size="small"
          label={t('files.renameFile', { file: file.description })}
          onClick={() => actions.rename(file)}
        >
          <PencilLine />
        </IconButton>
      ) : null}
    </div>
  )
}

function Actions({ file, actions }: Omit<FilePreviewProps, 'withoutName'>) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone={file.status === 'failed' ? 'secondary' : 'primary'}
        className="w-full"
        icon={<Eye />}
        disabled={file.urn === ''}
        onClick={() => actions.view(file)}
      >
        {t('files.view')}
      </Button>
      <div className="flex grow">
        <Button className="grow rounded-e-none" icon={<Download />} onClick={() => actions.download(file)}>
          {t('files.download')}
        </Button>
        <ExportMenu file={file} />
      </div>
      {canRemove(file) ? (
        <Button icon={<Trash2 />} className="grow hover:text-danger" onClick={() => actions.remove(file)}>
          {t('files.delete')}
        </Button>
      ) : null}
    </div>
  )
}

/** Renders the current stage as text, with a thin progress bar. */
function Progress({ file, onCancel }: { file: FileRecord; onCancel: () => void }) {
  const { t } = useTranslation()
  const stage = useStageText(file)
  if (!isUnfinished(file)) return null
  return (
    <div className="mt-3">
      <div className="flex items-center gap-2 text-13 text-muted">
        <span className="grow">{stage}</span>
        <Button tone="quiet" size="small" icon={<Square size={12} />} onClick={onCancel}>
          {t('preview.cancel')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('viewer.progress')}
        aria-valuenow={Math.floor(file.progress)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${file.progress}%` }} />
      </div>
    </div>
  )
}

function FileInfo({ file, onShare }: { file: FileRecord; onShare: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 text-13">
      <Fact name={t('preview.type')}>
        <FileTypeIcon name={file.description} />
      </Fact>
      <Fact name={t('preview.size')}>{formats.size(file.size)}</Fact>
      <Fact name={t('preview.updated')}>
        <ShownTime value={file.updated_at} as="list" />
      </Fact>
      <ModelInfo file={file} />
      <CollaborationInfo file={file} onShare={onShare} />
    </dl>
  )
}
