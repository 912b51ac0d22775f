import { lazy, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartBoundary } from '../../platform/errors/part-boundary.js'
import { isUnreachable } from '../../platform/collaboration/outbox.js'
import { DropTarget } from '../../platform/files/upload/drop-target.js'
import { UploadTray } from '../../platform/files/upload/upload-tray.js'
import { useUploadResults } from '../../platform/files/upload/use-upload-results.js'
import { OperationTray } from '../../platform/operations/operation-tray.js'
import { SkipLink } from '../../platform/shell/public-bar.js'
import { useIsNarrow } from '../../platform/use-media.js'
import { useOnline } from '../../platform/use-online.js'
import { useTitle } from '../../platform/use-title.js'
import { FileGrid } from './list/file-grid.js'
import { FileList } from './list/file-list.js'
import { type FilesShownProps } from './list/files-shown.js'
import { FilesFailed, FilesSkeleton, NoMatches } from './files-states.js'
import { FilesToolbar } from './files-toolbar.js'
import { ModelSets } from './model-sets.js'
import { FilesTopBar } from './files-top-bar.js'
import { OfflineFiles } from './offline-files.js'
import { PreviewPane } from './info/preview-pane.js'
import { useFileView } from './use-arrangement.js'
import type { Collection } from './folder/collection.js'
import { FolderState } from './folder/folder-state.js'
import { RailColumn } from './folder/rail-column.js'
import { type PageFolder, usePageFolder } from './folder/use-page-folder.js'
import { useFileSelection } from './list/use-file-selection.js'
import { usePageActions } from './actions/use-page-actions.js'
import { type ShownFiles, useShownFiles } from './use-shown-files.js'

const NoFiles = lazy(async () => ({ default: (await import('./no-files.js')).NoFiles }))
const FolderTop = lazy(async () => ({ default: (await import('./folder/folder-top.js')).FolderTop }))
const Subfolders = lazy(async () => ({ default: (await import('./folder/folder-top.js')).Subfolders }))
const EmptyCollection = lazy(async () => ({ default: (await import('./folder/collection.js')).EmptyCollection }))

type FileSelection = ReturnType<typeof useFileSelection>

interface FilesPageProps {
  /** Shows the files of a collection only. */
  readonly collection?: Collection
}

/** Renders the file manager: preview on the left, list or grid on the right, of all files or those of a folder. */
export function FilesPage({ collection }: FilesPageProps) {
  const { t } = useTranslation()
  const view = useFileView()
  const isOnline = useOnline()
  const page = usePageFolder()
  const details = page?.details ?? null
  const list = useShownFiles(view, { folder: page, collection })
  const selection = useFileSelection(list.query.data ? list.loaded : undefined, list.visible, {
    matching: list.matching,
    filter: JSON.stringify(list.filter),
  })
  const pageActions = usePageActions(list, selection)
  const [sheetOpen, setSheetOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const container = useRef<HTMLElement>(null)
  useTitle(details?.folder.name || t(collection ? `folders.${collection}` : 'files.title'))
  useUploadedSelection(view, selection)
  const choose = (id: string): void => {
    selection.select(id)
    if (isNarrow) setSheetOpen(true)
  }
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink onSkip={() => focusCurrentFile(container.current)} />
      <FilesTopBar
        folder={details}
        view={view}
        selected={selection.selected}
        onAddVersion={pageActions.addVersion}
        onSearchSubmit={() => selectFirst(list, selection, container.current)}
      />
      <main id="content" tabIndex={-1} className="flex min-h-0 grow outline-none">
        <h1 className="sr-only">{t('files.title')}</h1>
        <RailColumn details={details} />
        <PreviewPane
          file={selection.selected}
          loading={list.query.isPending && isOnline}
          actions={pageActions.actions}
          sheetOpen={sheetOpen && isNarrow}
          onCloseSheet={() => setSheetOpen(false)}
        />
        <FilesSection {...{ collection, container, view, list, selection, pageActions, page, choose }} />
      </main>
      {pageActions.overlays}
      <UploadTray />
      <OperationTray />
    </div>
  )
}

interface FilesSectionProps {
  readonly collection: Collection | undefined
  readonly container: RefObject<HTMLElement | null>
  readonly view: ReturnType<typeof useFileView>
  readonly list: ShownFiles
  readonly selection: FileSelection
  readonly pageActions: ReturnType<typeof usePageActions>
  readonly page: PageFolder | null
  readonly choose: (id: string) => void
}

function FilesSection({ choose, collection, container, list, page, pageActions, selection, view }: FilesSectionProps) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const isOffline = !isOnline || isServerUnreachable(list)
  const { actions, deletion, selectionActions } = pageActions
  return (
    <section ref={container} aria-label={t('files.title')} className="relative flex min-w-0 grow flex-col bg-surface">
      {page || collection ? (
        <PartBoundary fallback={<div className="h-13 shrink-0 border-b border-line" />}>
          <FolderTop details={page?.details ?? null} collection={collection} />
        </PartBoundary>
      ) : null}
      {isOffline ? null : <FilesToolbar {...{ view, list, deletion }} selection={selectionActions} />}
      {isOffline || page || collection ? null : <ModelSets />}
      {page?.details ? (
        <PartBoundary>
          <Subfolders folders={page.details.folders} />
        </PartBoundary>
      ) : null}
      <FilesBody
        {...{ view, selection, actions, list, isOffline, page, collection }}
        files={list.visible}
        pendingPages={list.pendingPages}
        onRemoveChecked={() => selectionActions.remove?.()}
        onChoose={choose}
      />
      <DropTarget container={container} />
    </section>
  )
}

/** Focuses the row or card in the tab order; returns false without files. */
function focusCurrentFile(list: HTMLElement | null): boolean {
  const current = list?.querySelector<HTMLElement>('[data-file-id][tabindex="0"]')
  current?.focus()
  return current instanceof HTMLElement
}

/** Selects an uploaded file, unless it is one of a batch: list and preview must not jump with each of them. */
function useUploadedSelection(view: ReturnType<typeof useFileView>, selection: FileSelection): void {
  useUploadResults((file, { isSingle }) => {
    if (!isSingle) return
    view.pin(file.id)
    selection.showUploaded(file.id)
  })
}

const isServerUnreachable = ({ query: { isError, data, error } }: ShownFiles): boolean =>
  isError && !data && isUnreachable(error)

/** Selects the first match of a search and focuses it. */
function selectFirst(list: ShownFiles, { select }: FileSelection, page: HTMLElement | null): void {
  const [first] = list.visible
  if (!first) return
  select(first.id)
  // The row gets its tab stop with the next frame.
  requestAnimationFrame(() => focusCurrentFile(page))
}

type FilesBodyProps = FilesShownProps & {
  readonly list: ShownFiles
  readonly isOffline: boolean
  readonly page: PageFolder | null
  readonly collection: Collection | undefined
}

function FilesBody({ collection, list, isOffline, page, ...props }: FilesBodyProps) {
  const { query, total } = list
  if (isOffline) return <OfflineFiles />
  if (page && (!page.details || total === 0)) return <FolderState page={page} />
  if (collection && total === 0 && Object.keys(list.filter).length === 1)
    return (
      <PartBoundary fallback={<FilesSkeleton />}>
        <EmptyCollection collection={collection} isPending={list.isLooking} />
      </PartBoundary>
    )
  if (query.isPending) return <FilesSkeleton />
  if (query.isError && !query.data) return <FilesFailed error={query.error} onRetry={() => void query.refetch()} />
  if (total === 0) {
    return (
      <PartBoundary fallback={<FilesSkeleton />}>
        <NoFiles />
      </PartBoundary>
    )
  }
  if (list.isLooking) return <FilesSkeleton />
  if (props.files.length === 0) return <NoMatches view={props.view} />
  return props.view.mode === 'list' ? <FileList {...props} /> : <FileGrid {...props} />
}
