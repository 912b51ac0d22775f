import type { FileRecord } from '@kamar/contracts'
import { MousePointerClick } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomSheet } from '../../../platform/design/dialog.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import type { FileActions } from '../actions/file-actions.js'
import { PreviewSkeleton } from '../files-states.js'

const FilePreview = lazy(async () => ({ default: (await import('./file-preview.js')).FilePreview }))

interface PreviewPaneProps {
  readonly file: FileRecord | null
  readonly loading: boolean
  readonly actions: FileActions
  readonly sheetOpen: boolean
  readonly onCloseSheet: () => void
}

/** Renders the preview on the left of the list; on a phone it is a bottom sheet that a tap on a file opens. */
export function PreviewPane({ file, loading, actions, sheetOpen, onCloseSheet }: PreviewPaneProps) {
  const { t } = useTranslation()
  return (
    <>
      <aside
        aria-label={t('preview.label')}
        className="hidden w-80 shrink-0 overflow-y-auto border-e border-line bg-page p-4 md:block lg:w-90 lg:p-5"
      >
        {loading ? (
          <PreviewSkeleton />
        ) : file ? (
          <PartBoundary fallback={<PreviewSkeleton />}>
            <FilePreview file={file} actions={actions} />
          </PartBoundary>
        ) : (
          <EmptySelection />
        )}
      </aside>
      <BottomSheet open={sheetOpen && file !== null} title={file?.description ?? ''} onClose={onCloseSheet}>
        {file ? (
          <PartBoundary fallback={<PreviewSkeleton />}>
            <FilePreview file={file} actions={actions} withoutName />
          </PartBoundary>
        ) : null}
      </BottomSheet>
    </>
  )
}

function EmptySelection() {
  const { t } = useTranslation()
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 text-center text-14 text-muted">
      <MousePointerClick size={20} />
      {t('preview.empty')}
    </div>
  )
}
