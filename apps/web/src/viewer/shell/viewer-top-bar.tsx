import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark } from '../../platform/brand/mark.js'
import { classNames } from '../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { liveConnection } from '../../platform/files/live/live-connection.js'
import { StatusChip } from '../../platform/files/status-chip.js'
import { useObservable } from '../../platform/observable.js'
import { useOnline } from '../../platform/use-online.js'
import { NotificationBell } from '../../platform/notifications/notification-bell.js'
import { SignOutButton, UserMenu } from '../../platform/shell/user-menu.js'
import { Slot } from '../kit/slot.js'
import { useViewerSession } from '../session/session.js'
import { useProgress } from '../session/use-progress.js'

/** Renders the link back to the files, the open model and its status, the connection, the user menu and sign-out. */
export function ViewerTopBar() {
  const { t } = useTranslation()
  const { access, set } = useViewerSession()
  const { name, detail, file } = set ? { name: set.name, detail: null, file: null } : access
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
        {useStatusText()}
      </p>
      <div className="ms-auto flex shrink-0 items-center gap-1 pointer-coarse:gap-0.5">
        <Connection />
        <Slot name="in:top-bar" />
        <NotificationBell />
        <UserMenu />
        <span className="max-sm:hidden">
          <SignOutButton />
        </span>
      </div>
    </header>
  )
}

/** Returns what the engine is doing. */
function useStatusText(): string {
  const { t } = useTranslation()
  const { access, drawing, model } = useViewerSession()
  const progress = useProgress(model, access.file)
  if (drawing.isShown) return t(model.manifest ? 'viewer.modelLoaded' : 'viewer.loadingModel')
  return progress.text ?? (model.error ? '' : t(`viewer.${model.status}`))
}

/**
 * Renders whether the page is connected: the browser is online, the server's events arrive, and the viewer has its
 * token.
 */
function Connection() {
  const { t } = useTranslation()
  const { drawing, model } = useViewerSession()
  const [online, live] = [useOnline(), useObservable(liveConnection)]
  const connected = online && live && (drawing.isShown || model.error?.kind !== 'authentication')
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
