import type { FileRecord } from '@kamar/contracts'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import type { BulkFiles } from '../../../platform/folders/move-dialog.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import { DeleteDialog } from './delete-dialog.js'
import { type Deletion, useDeletion } from './delete-files.js'
import { type FileActions, useFileActions } from './file-actions.js'
import { FileMenu, useFileMenu } from './file-menu.js'
import type { FileSelection } from '../list/use-file-selection.js'
import { type SelectionActions, useSelectionActions } from './use-selection-actions.js'
import type { ShownFiles } from '../use-shown-files.js'
import { useVersionPicker } from '../versions/use-version-picker.js'

const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.js')).RenameDialog }))
const MoveDialog = lazy(async () => ({
  default: (await import('../../../platform/folders/move-dialog.js')).MoveDialog,
}))
const ShareDialog = lazy(async () => ({
  default: (await import('../../../platform/sharing/share-dialog.js')).ShareDialog,
}))
const ShareSeveralDialog = lazy(async () => ({
  default: (await import('../../../platform/sharing/share-several-dialog.js')).ShareSeveralDialog,
}))

interface PageActions {
  readonly actions: FileActions
  readonly selectionActions: SelectionActions
  readonly addVersion: (file: FileRecord) => void
  readonly deletion: Deletion
  /** Menu, dialogs and file chooser that these actions open. */
  readonly overlays: ReactNode
}

/** Provides the page's actions on one file and on the checked ones. */
export function usePageActions(list: ShownFiles, selection: FileSelection): PageActions {
  const deletion = useDeletion()
  const { dialogs, moveOne, relocate, rename, share, shareOne } = useFileDialogs(selection.clear)
  const menu = useFileMenu()
  const { input, open: addVersion } = useVersionPicker()
  const actions = useFileActions({
    remove: deletion.open,
    share: shareOne,
    rename,
    move: moveOne,
    addVersion,
    openMenu: menu.open,
  })
  const selectionActions = useSelectionActions({ list, selection, remove: deletion.open, share, relocate })
  const overlays = (
    <>
      <FileMenu
        state={menu}
        files={list.loaded}
        previewed={selection.selected}
        actions={actions}
        selection={selectionActions}
      />
      <DeleteDialog deletion={deletion} />
      {input}
      {dialogs}
    </>
  )
  return { actions, selectionActions, addVersion, deletion, overlays }
}

type FileDialogRequest =
  | { readonly kind: 'rename'; readonly file: FileRecord }
  | { readonly kind: 'share'; readonly files: Files }
  | { readonly kind: 'move'; readonly files: Files; readonly bulk?: BulkFiles }
type Files = readonly FileRecord[]
const noFolders: readonly never[] = []

/** Provides the dialogs that rows, cards, menus and the preview open. */
function useFileDialogs(onBegin: () => void) {
  const [request, setRequest] = useState<FileDialogRequest | null>(null)
  const close = (): void => setRequest(null)
  const calls = useMemo(
    () => ({
      rename: (file: FileRecord) => setRequest({ kind: 'rename', file }),
      share: (files: Files) => setRequest({ kind: 'share', files }),
      relocate: (files: Files, bulk: BulkFiles) => setRequest({ kind: 'move', files, bulk }),
      moveOne: (file: FileRecord) => setRequest({ kind: 'move', files: [file] }),
      shareOne: (file: FileRecord) => setRequest({ kind: 'share', files: [file] }),
    }),
    [],
  )
  return { ...calls, dialogs: request ? <FileDialog request={request} onBegin={onBegin} onClose={close} /> : null }
}

interface FileDialogProps {
  readonly request: FileDialogRequest
  /** Called once a bulk operation has begun. */
  readonly onBegin: () => void
  readonly onClose: () => void
}

function FileDialog({ request, onBegin, onClose }: FileDialogProps) {
  if (request.kind === 'rename') {
    return (
      <PartBoundary isFloating>
        <RenameDialog file={request.file} onClose={onClose} />
      </PartBoundary>
    )
  }
  if (request.kind === 'move') {
    return (
      <PartBoundary isFloating>
        <MoveDialog files={request.files} folders={noFolders} bulk={request.bulk} onBegin={onBegin} onClose={onClose} />
      </PartBoundary>
    )
  }
  const [file, ...others] = request.files
  if (!file) return null
  return (
    <PartBoundary isFloating>
      {others.length === 0 ? (
        <ShareDialog file={file} onClose={onClose} />
      ) : (
        <ShareSeveralDialog files={request.files} onClose={onClose} />
      )}
    </PartBoundary>
  )
}
