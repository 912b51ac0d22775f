import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark } from '../../platform/brand/mark.js'
import { signOut } from '../../platform/auth/session.js'
import { Button } from '../../platform/design/button.js'
import { ConfirmDialog } from '../../platform/design/dialog.js'
import { classNames } from '../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { liveConnection } from '../../platform/files/live/live-connection.js'
import { StatusChip } from '../../platform/files/status-chip.js'
import { useObservable } from '../../platform/observable.js'
import { useOnline } from '../../platform/use-online.js'
import { NotificationBell } from '../../platform/notifications/notification-bell.js'
import { SignOutButton, UserMenu } from '../../platform/shell/user-menu.js'
import { Slot } from '../kit/slot.js'
import { canWrite, useViewerSession } from '../session/session.js'
import { useProgress } from '../session/use-progress.js'

/** Extensions whose content the user drew or measured. */
const drawingExtensions = ['kamar.measure', 'kamar.markup']

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
      <Status />
      <div className="ms-auto flex shrink-0 items-center gap-1 pointer-coarse:gap-0.5">
        <Connection />
        <Slot name="in:top-bar" />
        <NotificationBell />
        <UserMenu />
        <span className="max-sm:hidden">
          <ViewerSignOut />
        </span>
      </div>
    </header>
  )
}

/** How long the message of a loaded model stays in sight; the name beside it says the rest. */
const loadedMessageMilliseconds = 6000

/** Renders what the engine is doing. The message of a loaded model gives its space back, and remains for screen readers. */
function Status() {
  const { t } = useTranslation()
  const text = useStatusText()
  const isLoaded = text === t('viewer.modelLoaded')
  const isOver = useElapsed(isLoaded, loadedMessageMilliseconds)
  return (
    <p
      role="status"
      className={classNames('text-13 text-muted', isOver ? 'sr-only' : 'min-w-0 grow truncate max-md:sr-only')}
    >
      {text}
    </p>
  )
}

/** Returns whether something has been so for a duration. */
function useElapsed(isRunning: boolean, milliseconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isRunning, milliseconds])
  return isOver
}

/** Renders sign-out, which asks while the view has measurements or markup. */
function ViewerSignOut() {
  const { t } = useTranslation()
  const { access, layout, viewer } = useViewerSession()
  const [isOpen, setOpen] = useState(false)
  const hasDrawings = (): boolean => {
    const states = viewer?.extensions.getState() ?? {}
    return drawingExtensions.some((id) => id in states)
  }
  return (
    <>
      <SignOutButton onClick={() => (hasDrawings() ? setOpen(true) : void signOut())} />
      <ConfirmDialog
        open={isOpen}
        title={t('viewer.signOut.title')}
        confirm={t('user.signOut')}
        tone="primary"
        onConfirm={() => void signOut()}
        onCancel={() => setOpen(false)}
      >
        <p>{t('viewer.signOut.text')}</p>
        {canWrite(access) ? (
          <Button
            size="small"
            className="mt-3"
            icon={<Bookmark />}
            onClick={() => {
              setOpen(false)
              layout.open('views')
            }}
          >
            {t('viewer.signOut.saveView')}
          </Button>
        ) : null}
      </ConfirmDialog>
    </>
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
      {/* A phone has no space for the usual state, but a lost connection needs words. */}
      <span className={connected ? 'max-md:sr-only' : ''}>{text}</span>
    </span>
  )
}
