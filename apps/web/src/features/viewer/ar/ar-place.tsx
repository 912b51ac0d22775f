import { lazy, Suspense } from 'react'
import type { ShownModel } from '../use-model-view.js'
import type { OpenModel } from './ar-dialog.js'
import type { ArDialogState } from './use-ar-dialog.js'

const ArDialog = lazy(async () => ({ default: (await import('./ar-dialog.js')).ArDialog }))

interface ArPlaceProps {
  readonly dialog: ArDialogState
  readonly model: Pick<ShownModel, 'urn' | 'manifest' | 'problem'>
  readonly name: string | null
}

/** The AR dialog, which is fetched when it is opened. */
export function ArPlace({ dialog, model, name }: ArPlaceProps) {
  const { urn } = model
  if (!dialog.isOpen) return null
  return (
    <Suspense fallback={null}>
      <ArDialog
        open={urn === null ? null : { urn, name: name ?? '', stage: stageOf(model) }}
        address={dialog.address ?? ''}
        onClose={dialog.close}
      />
    </Suspense>
  )
}

function stageOf({ manifest, problem }: ArPlaceProps['model']): OpenModel['stage'] {
  if (manifest === null) return problem === null ? 'loading' : 'nothing'
  return manifest.counts.placedTriangles > 0 && manifest.report?.status !== 'preview' ? 'ready' : 'nothing'
}
