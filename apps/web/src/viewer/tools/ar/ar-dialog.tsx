import { Box } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { CircularProgress } from '../../../platform/design/progress/circular-progress.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { AddressForm } from './address-form.js'
import { directModel } from './remote/direct-model.js'
import type { ModelViewerElement } from './load-model-viewer.js'
import { ModelStage } from './model-stage.js'
import { ownModel } from './own-model.js'
import { MobileQrCode } from './mobile-qr-code.js'
import { StartAr } from './start-ar.js'
import { addressOfDialog } from './use-ar-dialog.js'
import { type ArModelControl, type ArState, StageError, useArModel } from './use-ar-model.js'
import { useErrorText } from './use-error-text.js'

/** Model that is open in the viewer. */
export interface OpenModel {
  readonly urn: string
  readonly name: string
  /** `ready`: translated, with surfaces; `nothing`: unavailable for good. */
  readonly stage: 'loading' | 'ready' | 'nothing'
}

interface ArDialogProps {
  readonly open: OpenModel | null
  /** Initial value of the field. */
  readonly address: string
  readonly onClose: () => void
}

/** Shows augmented reality: the open model or a public one, previewed here and placed in the room with a phone. */
export function ArDialog({ open, address, onClose }: ArDialogProps) {
  const { t } = useTranslation()
  const control = useArModel()
  const element = useRef<ModelViewerElement>(null)
  const { state, show } = control
  const busy = state.step === 'loading'
  return (
    <ContentDialog title={t('ar.title')} onClose={onClose}>
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-3">
          <Stage control={control} name={open?.name ?? t('ar.model')} element={element} />
          {state.step === 'model' && state.isDrawn ? <StartAr model={state.model} element={element} /> : null}
        </div>
        <div className="min-w-0 space-y-5">
          {open ? (
            <OwnModel open={open} busy={busy} onShow={() => show((options) => ownModel(open.urn, options))} />
          ) : null}
          <AddressForm
            address={address}
            busy={busy}
            onShow={(request) => show((options) => directModel(request, options))}
          />
          <MobileQrCode
            address={addressOfDialog(open?.urn ?? null, state.step === 'model' ? state.model.address : null)}
          />
        </div>
      </div>
    </ContentDialog>
  )
}

interface OwnModelProps {
  readonly open: OpenModel
  readonly busy: boolean
  readonly onShow: () => void
}

function OwnModel({ open, busy, onShow }: OwnModelProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        tone="primary"
        className="w-full"
        disabled={busy || open.stage !== 'ready'}
        icon={<Box />}
        onClick={onShow}
      >
        {t('ar.ownModel')}
      </Button>
      <p className="mt-1.5 text-12 break-words text-muted">
        {ownModelText(open, t('viewer.loadingModel'), t('ar.notReady'))}
      </p>
    </div>
  )
}

const ownModelText = ({ stage, name }: OpenModel, loading: string, emptyText: string): string =>
  ({ loading, nothing: emptyText, ready: name })[stage]

interface StageProps {
  readonly control: ArModelControl
  readonly name: string
  readonly element: RefObject<ModelViewerElement | null>
}

function Stage({ control, name, element }: StageProps) {
  const { state, markDrawn, fail } = control
  return (
    <div className="relative flex aspect-[4/3] w-full items-center justify-center overflow-hidden rounded-card border border-line bg-page">
      {state.step === 'model' ? (
        <ModelStage
          model={state.model}
          name={name}
          element={element}
          onShown={markDrawn}
          onError={(reason) => fail(new StageError(reason))}
        />
      ) : null}
      <OverStage state={state} />
    </div>
  )
}

function OverStage({ state }: { state: ArState }) {
  const { t } = useTranslation()
  const getErrorText = useErrorText()
  if (state.step === 'empty') return <p className="px-6 text-center text-14 text-pretty text-muted">{t('ar.empty')}</p>
  if (state.step === 'failed')
    return (
      <div className="p-4">
        <FormError text={getErrorText(state.error)} />
      </div>
    )
  if (state.step === 'model' && state.isDrawn) return null
  return <CircularProgress percent={state.step === 'loading' ? state.fraction * 100 : 100} label={t('ar.preparing')} />
}
