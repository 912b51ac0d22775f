import { lazy, Suspense } from 'react'
import type { ShownModel } from '../use-model-view.js'
import type { ArDialogState } from './use-ar-dialog.js'

const ArDialog = lazy(async () => ({ default: (await import('./ar-dialog.js')).ArDialog }))

interface ArPlaceProps {
  readonly dialog: ArDialogState
  readonly model: Pick<ShownModel, 'urn' | 'manifest'>
  readonly name: string | null
}

/** The AR dialog, which is fetched when it is opened. */
export function ArPlace({ dialog, model: { urn, manifest }, name }: ArPlaceProps) {
  if (!dialog.isOpen) return null
  const isReady = manifest !== null && manifest.counts.placedTriangles > 0 && manifest.report?.status !== 'preview'
  return (
    <Suspense fallback={null}>
      <ArDialog
        open={urn === null ? null : { urn, name: name ?? '', isReady }}
        address={dialog.address ?? ''}
        onClose={dialog.close}
      />
    </Suspense>
  )
}
