import type { FileRecord } from '@kamar/contracts'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropTarget } from '../../shared/files/drop-anywhere.js'
import { UploadOverlay } from '../../shared/files/upload-overlay.js'
import { useFiles } from '../../shared/files/use-files.js'
import { useUploadResults } from '../../shared/files/use-upload-results.js'
import { SkipLink } from '../../shared/shell/public-bar.js'
import { useIsNarrow } from '../../shared/use-media.js'
import { useTitle } from '../../shared/use-title.js'
import { filterFiles, sortFiles, typesOf } from './arrange-files.js'
import { DeleteDialog } from './delete-dialog.js'
import { useDeletion } from './delete-files.js'
import { useFileActions } from './file-actions.js'
import { FileGrid } from './file-grid.js'
import { FileList, type FilesShownProps } from './file-list.js'
import { FilesFailed, FilesSkeleton, NoFiles, NoMatches } from './files-states.js'
import { FilesToolbar } from './files-toolbar.js'
import { FilesTopBar } from './files-top-bar.js'
import { PreviewPlace } from './preview-place.js'
import { type FileView, useFileView } from './use-arrangement.js'
import { useFileSelection } from './use-file-selection.js'

const nothing: readonly FileRecord[] = []

/** The file manager: preview at the left, list or grid at the right. */
export function FilesPage() {
  const { t } = useTranslation()
  const query = useFiles()
  const files = query.data ?? nothing
  const view = useFileView()
  const { shown, types } = useShownFiles(files, view)
  const selection = useFileSelection(query.data, shown)
  const deletion = useDeletion()
  const actions = useFileActions(deletion.ask)
  const [sheetOpen, setSheetOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const list = useRef<HTMLElement>(null)
  useTitle(t('files.title'))
  useUploadResults((file) => {
    view.pin(file.id)
    selection.select(file.id)
  })
  const choose = (id: string): void => {
    selection.select(id)
    if (isNarrow) setSheetOpen(true)
  }
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink />
      <FilesTopBar view={view} />
      <main id="content" tabIndex={-1} className="flex min-h-0 grow outline-none">
        <h1 className="sr-only">{t('files.title')}</h1>
        <PreviewPlace
          file={selection.selected}
          loading={query.isPending}
          actions={actions}
          sheetOpen={sheetOpen && isNarrow}
          onCloseSheet={() => setSheetOpen(false)}
        />
        <section ref={list} aria-label={t('files.title')} className="relative flex min-w-0 grow flex-col bg-surface">
          <FilesToolbar {...{ view, files, shown: shown.length, types, query, selection, deletion }} />
          <FilesBody {...{ files: shown, view, selection, actions, query }} total={files.length} onChoose={choose} />
          <DropTarget place={list} />
        </section>
      </main>
      <DeleteDialog deletion={deletion} />
      <UploadOverlay />
    </div>
  )
}

function useShownFiles(files: readonly FileRecord[], view: FileView) {
  const { sortKey, ascending, type, search, pinnedId } = view
  const sorted = useMemo(() => sortFiles(files, { sortKey, ascending }), [files, sortKey, ascending])
  const shown = useMemo(() => filterFiles(sorted, { type, search }, pinnedId), [sorted, type, search, pinnedId])
  const types = useMemo(() => typesOf(files), [files])
  return { shown, types }
}

type FilesBodyProps = FilesShownProps & { readonly query: ReturnType<typeof useFiles>; readonly total: number }

function FilesBody({ query, total, ...shown }: FilesBodyProps) {
  if (query.isPending) return <FilesSkeleton />
  if (query.isError && !query.data) return <FilesFailed error={query.error} onRetry={() => void query.refetch()} />
  if (total === 0) return <NoFiles />
  if (shown.files.length === 0) return <NoMatches view={shown.view} />
  return shown.view.mode === 'list' ? <FileList {...shown} /> : <FileGrid {...shown} />
}
