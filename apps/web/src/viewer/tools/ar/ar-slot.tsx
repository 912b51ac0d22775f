import { lazy, Suspense } from 'react'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { OpenModel } from './ar-dialog.js'
import type { ArDialogState } from './use-ar-dialog.js'

const ArDialog = lazy(async () => ({ default: (await import('./ar-dialog.js')).ArDialog }))

interface ArSlotProps {
  readonly dialog: ArDialogState
  readonly model: Pick<ActiveModel, 'urn' | 'manifest' | 'error'>
  readonly name: string | null
}

/** Renders the AR dialog, which is fetched when it is opened. */
export function ArSlot({ dialog, model, name }: ArSlotProps) {
  const { urn } = model
  if (!dialog.isOpen) return null
  return (
    <Suspense fallback={null}>
      <ArDialog
        open={urn === null ? null : { urn, name: name ?? '', stage: toStage(model) }}
        address={dialog.address ?? ''}
        onClose={dialog.close}
      />
    </Suspense>
  )
}

function toStage({ manifest, error }: ArSlotProps['model']): OpenModel['stage'] {
  if (manifest === null) return error === null ? 'loading' : 'nothing'
  return manifest.counts.placedTriangles > 0 && manifest.report?.status !== 'preview' ? 'ready' : 'nothing'
}
