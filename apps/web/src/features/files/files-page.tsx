import type { FileRecord } from '@kamar/contracts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropTarget } from '../../shared/files/drop-anywhere.js'
import { UploadOverlay } from '../../shared/files/upload-overlay.js'
import { useUploadResults } from '../../shared/files/use-upload-results.js'
import { SkipLink } from '../../shared/shell/public-bar.js'
import { useIsNarrow } from '../../shared/use-media.js'
import { useTitle } from '../../shared/use-title.js'
import { DeleteDialog } from './delete-dialog.js'
import { type DeleteRequest, useDeletion } from './delete-files.js'
import { useFileActions } from './file-actions.js'
import { FileGrid } from './file-grid.js'
import { FileList, type FilesShownProps } from './file-list.js'
import { FilesFailed, FilesSkeleton, NoFiles, NoMatches } from './files-states.js'
import { FilesToolbar } from './files-toolbar.js'
import { ModelSets } from './model-sets.js'
import { FilesTopBar } from './files-top-bar.js'
import { PreviewPlace } from './preview-place.js'
import { useFileView } from './use-arrangement.js'
import { type FileSelection, useFileSelection } from './use-file-selection.js'
import { type ShownFiles, useShownFiles } from './use-shown-files.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../shared/sharing/share-dialog.js')).ShareDialog,
}))

/** The file manager: preview at the left, list or grid at the right. */
export function FilesPage() {
  const { t } = useTranslation()
  const view = useFileView()
  const list = useShownFiles(view)
  const selection = useFileSelection(list.query.data ? list.known : undefined, list.shown, {
    matching: list.matching,
    filter: JSON.stringify(list.filter),
  })
  const deletion = useDeletion()
  const removeChecked = (): void => deletion.ask(checkedRequest(list, selection))
  const [shared, setShared] = useState<FileRecord | null>(null)
  const actions = useFileActions(deletion.ask, setShared)
  const [sheetOpen, setSheetOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const place = useRef<HTMLElement>(null)
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
          loading={list.query.isPending}
          actions={actions}
          sheetOpen={sheetOpen && isNarrow}
          onCloseSheet={() => setSheetOpen(false)}
        />
        <section ref={place} aria-label={t('files.title')} className="relative flex min-w-0 grow flex-col bg-surface">
          <FilesToolbar {...{ view, list, selection, deletion }} onRemoveChecked={removeChecked} />
          <ModelSets />
          <FilesBody
            {...{ view, selection, actions, list }}
            files={list.shown}
            toCome={list.toCome}
            onRemoveChecked={removeChecked}
            onChoose={choose}
          />
          <DropTarget place={place} />
        </section>
      </main>
      <DeleteDialog deletion={deletion} />
      <Suspense fallback={null}>
        {shared ? <ShareDialog file={shared} onClose={() => setShared(null)} /> : null}
      </Suspense>
      <UploadOverlay />
    </div>
  )
}

/** What is checked: file by file, or everything that matches, of which not all is loaded. */
function checkedRequest(list: ShownFiles, { checked, count, everything }: FileSelection): DeleteRequest {
  const files = list.known.filter(({ id }) => checked.has(id))
  if (!everything) return { kind: 'files', files }
  return { kind: 'matching', files, total: count, filter: { ...list.filter, except: [...everything.except] } }
}

type FilesBodyProps = FilesShownProps & { readonly list: ShownFiles }

function FilesBody({ list, ...shown }: FilesBodyProps) {
  const { query, total } = list
  if (query.isPending) return <FilesSkeleton />
  if (query.isError && !query.data) return <FilesFailed error={query.error} onRetry={() => void query.refetch()} />
  if (total === 0) return <NoFiles />
  if (list.isLooking) return <FilesSkeleton />
  if (shown.files.length === 0) return <NoMatches view={shown.view} />
  return shown.view.mode === 'list' ? <FileList {...shown} /> : <FileGrid {...shown} />
}
