import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSheetView } from '../../session/sheets/use-sheet-view.js'
import { linkSheet } from './link-sheet.js'

interface NestedSheetProps {
  readonly main: Viewer
  readonly tree: ModelTree | null
  readonly urn: string
  readonly manifest: Manifest
  readonly sheet: number
}

/** Renders a sheet next to the model, with linked selection and camera. */
export function NestedSheet({ main, tree, urn, manifest, sheet }: NestedSheetProps) {
  const { t } = useTranslation()
  const { stage, view, failed } = useSheetView({ urn, manifest, number: sheet })
  useEffect(() => (view ? linkSheet(main, tree, view) : undefined), [main, tree, view])
  return (
    <div className="relative size-full">
      <div ref={stage} className="absolute inset-0" />
      {failed ? (
        <p role="alert" className="absolute inset-0 flex items-center justify-center bg-surface p-3 text-13">
          {t('sheets.failed')}
        </p>
      ) : null}
    </div>
  )
}
