import { ApiError } from '@kamar/contracts'
import type { ReactNode } from 'react'
import { Box, KeyRound, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { buttonClass } from '../../platform/design/button-class.js'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { ChooseFileButton } from '../../platform/files/upload/upload-button.js'
import type { ActiveModel } from '../session/use-model-view.js'
import { formatModelViewError } from '../session/format-model-view-error.js'

/** Renders the overlay at the centre of the canvas while it shows no model. */
export function ViewerOverlay({ model }: { model: ActiveModel }) {
  if (model.graphicsLost) return <LostState />
  if (model.error) return <ErrorState model={model} error={model.error} />
  if (!model.canRender) return <NoGraphicsState />
  if (model.urn === null) return model.status === 'viewerReady' ? <ReadyState /> : <Busy />
  return model.hasFirstFrame || model.status === 'modelLoaded' ? null : <Busy />
}

/** Renders the lost graphics context. It is usually restored automatically; otherwise the page must be reloaded. */
function LostState() {
  const { t } = useTranslation()
  return (
    <>
      {/* A canvas with a lost context is white, even in the dark theme. */}
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 bg-page" />
      <GraphicsAlert title={t('graphics.lost')}>{t('graphics.lostText')}</GraphicsAlert>
    </>
  )
}

/** Renders the specification's message; the panels still have all data of the model. */
function NoGraphicsState() {
  const { t } = useTranslation()
  return (
    <GraphicsAlert title={t('viewer.error.webgl')}>
      <p>{t('viewer.error.webglHint')}</p>
      <p className="mt-1">{t('viewer.error.withoutPictures')}</p>
    </GraphicsAlert>
  )
}

/** Renders why rendering is unavailable, with a button that reloads the page. */
function GraphicsAlert({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="pointer-events-auto relative max-w-full rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={<TriangleAlert size={20} />}
        title={title}
        action={
          <Button icon={<RotateCw />} onClick={() => window.location.reload()}>
            {t('graphics.reload')}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}

function ReadyState() {
  const { t } = useTranslation()
  return (
    <div className="pointer-events-auto">
      <EmptyState icon={<Box size={20} />} title={t('viewer.readyTitle')} action={<ChooseFileButton />}>
        {t('viewer.readyText')}
      </EmptyState>
    </div>
  )
}

/** Renders the overlay of a loading model. Until the engine runs, it shows that the engine is loading. */
function Busy() {
  const { t } = useTranslation()
  return (
    <div className="flex animate-appear items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-3 text-14 shadow-float">
      <LoaderCircle className="animate-turn text-accent" />
      {t('viewer.loadingModel')}
    </div>
  )
}

type ActiveModelError = NonNullable<ActiveModel['error']>

function ErrorState({ model, error }: { model: ActiveModel; error: ActiveModelError }) {
  const { t } = useTranslation()
  const needsToken = error.kind === 'authentication' || error.kind === 'token'
  const Icon = needsToken ? KeyRound : TriangleAlert
  const text = formatModelViewError(error, t)
  const isMissing = isNotFound(error)
  return (
    <div
      role="alert"
      className="pointer-events-auto max-w-full rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={<Icon size={20} />}
        title={needsToken ? t('viewer.authenticationTitle') : isMissing ? t('viewer.error.notFoundTitle') : text}
        action={
          isMissing ? (
            <NotFoundActions model={model} />
          ) : error.kind === 'nothing' || error.kind === 'noDocument' ? null : (
            <RetryButton model={model} />
          )
        }
      >
        {needsToken ? <p>{t('viewer.authenticationText')}</p> : null}
        {needsToken ? <p className="mt-1">{text}</p> : null}
        {error.kind === 'webgl' ? t('viewer.error.webglHint') : null}
        {error.kind === 'memory' ? <MemoryHints /> : null}
        {isMissing ? <NotFoundHint reason={text} /> : null}
      </EmptyState>
    </div>
  )
}

const isNotFound = ({ kind, error }: ActiveModelError): boolean =>
  kind === 'document' && error instanceof ApiError && error.status === 404

/** The server does not tell a file that is missing from one that was not shared, so the hints cover both. */
function NotFoundHint({ reason }: { readonly reason: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('viewer.error.invitedHint')}</p>
      <p className="mt-2">{t('viewer.error.notFoundHint')}</p>
      <p className="mt-2 text-12">{reason}</p>
    </>
  )
}

function NotFoundActions({ model }: { readonly model: ActiveModel }) {
  const { t } = useTranslation()
  const { pathname, search, hash } = useLocation()
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Link to="/invitation" state={{ from: pathname + search + hash }} className={buttonClass('primary')}>
        {t('viewer.error.acceptInvitation')}
      </Link>
      <Button onClick={model.retry}>{t('common.retry')}</Button>
      <Link to="/home" className="px-2 text-14 text-accent underline underline-offset-4">
        {t('viewer.home')}
      </Link>
    </div>
  )
}

/** Renders possible remedies, the easiest first. */
function MemoryHints() {
  const { t } = useTranslation()
  const hints = ['memoryClose', 'memorySeveral', 'memoryDevice'] as const
  return (
    <>
      <ul className="list-disc ps-5 text-start">
        {hints.map((hint) => (
          <li key={hint}>{t(`viewer.error.${hint}`)}</li>
        ))}
      </ul>
      <p className="mt-2">{t('viewer.error.memoryRest')}</p>
    </>
  )
}

function RetryButton({ model }: { model: ActiveModel }) {
  const { t } = useTranslation()
  return (
    <Button tone="primary" onClick={model.retry}>
      {t('common.retry')}
    </Button>
  )
}
