import type { ReactNode } from 'react'
import { Box, KeyRound, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/design/button.js'
import { EmptyState } from '../../shared/design/empty-state.js'
import { ChooseFileButton } from '../../shared/files/upload-button.js'
import type { ActiveModel } from './use-model-view.js'
import { formatModelViewError } from './format-model-view-error.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What stands in the middle of the canvas while there is no model in it. */
export function ViewerOverlay({ model }: { model: ActiveModel }) {
  if (model.graphicsLost) return <LostState />
  if (model.error) return <ErrorState model={model} error={model.error} />
  if (!model.canRender) return <NoGraphicsState />
  if (model.urn === null) return model.status === 'viewerReady' ? <ReadyState /> : <Busy />
  return model.hasFirstFrame || model.manifest ? null : <Busy />
}

/** It comes back by itself, as a rule; where it does not, only a new page helps. */
function LostState() {
  const { t } = useTranslation()
  return (
    <>
      {/* A canvas without its card is white, also at night. */}
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 bg-page" />
      <GraphicsAlert title={t('graphics.lost')}>{t('graphics.lostText')}</GraphicsAlert>
    </>
  )
}

/** The specification's message; the panels beside it have everything of the model but its picture. */
function NoGraphicsState() {
  const { t } = useTranslation()
  return (
    <GraphicsAlert title={t('viewer.error.webgl')}>
      <p>{t('viewer.error.webglHint')}</p>
      <p className="mt-1">{t('viewer.error.withoutPictures')}</p>
    </GraphicsAlert>
  )
}

/** Why there is no picture, in its place, with a new page as the way out. */
function GraphicsAlert({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="pointer-events-auto relative max-w-full rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={<TriangleAlert {...icon} />}
        title={title}
        action={
          <Button icon={<RotateCw {...icon} size={16} />} onClick={() => window.location.reload()}>
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
      <EmptyState icon={<Box {...icon} />} title={t('viewer.readyTitle')} action={<ChooseFileButton />}>
        {t('viewer.readyText')}
      </EmptyState>
    </div>
  )
}

/** The overlay of a model that is on its way. Until the engine runs it is the engine that is waited for. */
function Busy() {
  const { t } = useTranslation()
  return (
    <div className="flex animate-appear items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-3 text-14 shadow-float">
      <LoaderCircle size={16} strokeWidth={1.5} aria-hidden="true" className="animate-turn text-accent" />
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
  return (
    <div
      role="alert"
      className="pointer-events-auto max-w-full rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={<Icon {...icon} />}
        title={needsToken ? t('viewer.authenticationTitle') : text}
        action={error.kind === 'nothing' || error.kind === 'noDocument' ? null : <RetryButton model={model} />}
      >
        {needsToken ? <p>{t('viewer.authenticationText')}</p> : null}
        {needsToken ? <p className="mt-1">{text}</p> : null}
        {error.kind === 'webgl' ? t('viewer.error.webglHint') : null}
        {error.kind === 'memory' ? <MemoryHints /> : null}
      </EmptyState>
    </div>
  )
}

/** What helps, the easiest first. */
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
