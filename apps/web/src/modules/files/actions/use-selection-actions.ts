import { type DownloadForm, type FileRecord, type OperationForm, operationLimits } from '@kamar/contracts'
import { useNavigate } from 'react-router'
import { downloadArchive } from '../../../platform/files/download/download-archive.js'
import { comparedFilesPath, modelsPath } from '../../../platform/files/viewer-path.js'
import type { BulkFiles } from '../../../platform/folders/move-dialog.js'
import type { DeleteRequest } from './delete-files.js'
import { canChange, canOpen, canRemove } from './file-actions.js'
import type { FileSelection } from '../list/use-file-selection.js'
import type { ShownFiles } from '../use-shown-files.js'

/** Maximum number of models in one view: more than users federate by hand. */
const maxFederatedModels = 20

/** Actions on the checked files; null for those unavailable for them. */
export interface SelectionActions {
  /** The loaded ones. */
  readonly files: readonly FileRecord[]
  readonly count: number
  readonly openFederation: (() => void) | null
  readonly compare: (() => void) | null
  readonly download: () => void
  readonly share: (() => void) | null
  readonly move: (() => void) | null
  readonly copy: (() => void) | null
  readonly remove: (() => void) | null
  readonly clear: () => void
}

export interface SelectionActionsOptions {
  readonly list: ShownFiles
  readonly selection: FileSelection
  readonly remove: (request: DeleteRequest) => void
  readonly share: (files: readonly FileRecord[]) => void
  readonly relocate: (files: readonly FileRecord[], bulk: BulkFiles) => void
}

export function useSelectionActions({
  list,
  relocate,
  remove,
  selection,
  share,
}: SelectionActionsOptions): SelectionActions {
  const navigate = useNavigate()
  const files = list.loaded.filter(({ id }) => selection.checked.has(id))
  // Some of all matching files may not be loaded.
  const isLoaded = selection.count === files.length
  const source = toBulkFiles(list, selection, files)
  const areReady = isLoaded && files.every(canOpen)
  const [first, second] = files
  const canFederate = areReady && files.length > 1 && files.length <= maxFederatedModels
  return {
    files,
    count: selection.count,
    openFederation: canFederate ? () => void navigate(modelsPath(files.map(({ urn }) => urn))) : null,
    compare:
      areReady && first && second && files.length === 2
        ? () => void navigate(comparedFilesPath([first, second]))
        : null,
    download: () => void downloadArchive(toDownloadForm(list, selection, files)),
    share: isLoaded ? () => share(files) : null,
    move: source && files.every(canChange) ? () => relocate(files, { kind: 'move', ...source }) : null,
    copy: source ? () => relocate(files, { kind: 'copy', ...source }) : null,
    remove: files.some(canRemove) ? () => remove(deleteRequest(list, selection, files)) : null,
    clear: selection.clear,
  }
}

type Files = readonly FileRecord[]

function toDownloadForm({ filter }: ShownFiles, { allFiles }: FileSelection, files: Files): Partial<DownloadForm> {
  if (allFiles) return { filter: { ...filter, except: [...allFiles.except] } }
  return { ids: files.map(({ id }) => id) }
}

/** Returns the files of a bulk operation; null if they are too many to be named one by one. */
function toBulkFiles(
  { filter }: ShownFiles,
  { allFiles }: FileSelection,
  files: Files,
): Pick<OperationForm, 'ids' | 'filter'> | null {
  if (allFiles) return { filter: { ...filter, except: [...allFiles.except] } }
  return files.length <= operationLimits.ids ? { ids: files.map(({ id }) => id) } : null
}

/** Creates the request: file by file, or for everything that matches, if not all of it is loaded. */
function deleteRequest({ filter }: ShownFiles, { count, allFiles }: FileSelection, files: Files): DeleteRequest {
  if (!allFiles) return { kind: 'files', files }
  return { kind: 'matching', files, total: count, filter: { ...filter, except: [...allFiles.except] } }
}
