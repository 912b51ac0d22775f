import type { FileRecord, ReportSummary } from '@kamar/contracts'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark } from '../../shared/brand/mark.js'
import { Button, IconButton } from '../../shared/design/button.js'
import { classNames } from '../../shared/design/class-names.js'
import { MiddleEllipsis } from '../../shared/design/middle-ellipsis.js'
import { ReportLevelIcon } from '../../shared/files/report-level.js'
import { StatusChip } from '../../shared/files/status-chip.js'
import { NotificationBell } from '../../shared/notifications/notification-bell.js'
import { SignOutButton, UserMenu } from '../../shared/shell/user-menu.js'

interface ViewerTopBarProps {
  /** Name of the model; null while none is open. */
  readonly name: string | null
  /** Version and project; null without either. */
  readonly detail: string | null
  /** File of the model; null for examples. */
  readonly file: FileRecord | null
  readonly connected: boolean
  readonly statusText: string
  /** Summary of the open model's report; null without a report. */
  readonly report: ReportSummary | null
  readonly onReport: () => void
  /** Null if the model cannot be shared. */
  readonly onShare: (() => void) | null
}

/** Renders the link back to the files, the open model and its status, the connection, the user menu and sign-out. */
export function ViewerTopBar(props: ViewerTopBarProps) {
  const { t } = useTranslation()
  const { detail, file, name } = props
  return (
    <header className="pointer-events-auto flex h-12 pointer-coarse:h-13 items-center gap-2 rounded-card border border-line bg-surface ps-1.5 pe-1.5 shadow-float sm:gap-3 pointer-coarse:ps-0.5 pointer-coarse:pe-0.5">
      <Link
        to="/home"
        aria-label={t('viewer.home')}
        title={t('viewer.home')}
        className="flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-sunken pointer-coarse:size-11"
      >
        <Mark size={24} />
      </Link>
      <h1 className="min-w-0 text-14 sm:max-w-[40%]">
        {name === null ? t('viewer.title') : <MiddleEllipsis name={name} />}
      </h1>
      {detail === null ? null : (
        <p title={detail} className="max-w-56 min-w-0 truncate text-13 text-muted max-md:hidden">
          {detail}
        </p>
      )}
      {file ? (
        <span className="max-w-40 shrink-0 max-sm:hidden">
          <StatusChip file={file} />
        </span>
      ) : null}
      <p role="status" className="min-w-0 grow truncate text-13 text-muted max-md:sr-only">
        {props.statusText}
      </p>
      <div className="ms-auto flex shrink-0 items-center gap-1 pointer-coarse:gap-0.5">
        <Connection connected={props.connected} />
        {props.report ? <ReportButton summary={props.report} onClick={props.onReport} /> : null}
        {props.onShare ? (
          <Button
            size="small"
            icon={<UserPlus size={16} strokeWidth={1.5} aria-hidden="true" />}
            onClick={props.onShare}
          >
            <span className="max-md:sr-only">{t('share.button')}</span>
          </Button>
        ) : null}
        <NotificationBell />
        <UserMenu />
        <span className="max-sm:hidden">
          <SignOutButton />
        </span>
      </div>
    </header>
  )
}

function ReportButton({ summary, onClick }: { readonly summary: ReportSummary; readonly onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('report.title')}
      onClick={onClick}
      className={summary.level === 'incomplete' ? undefined : 'max-sm:hidden'}
    >
      <ReportLevelIcon level={summary.level} />
    </IconButton>
  )
}

function Connection({ connected }: { connected: boolean }) {
  const { t } = useTranslation()
  const text = connected ? t('viewer.connected') : t('viewer.disconnected')
  return (
    <span title={text} className="flex items-center gap-1.5 px-1.5 text-12 text-muted">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', connected ? 'bg-success' : 'border-2 border-danger')}
      />
      <span className="max-md:sr-only">{text}</span>
    </span>
  )
}
