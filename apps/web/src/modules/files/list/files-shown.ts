import type { FileRecord } from '@kamar/contracts'
import type { FileActions } from '../actions/file-actions.js'
import type { FileView } from '../use-arrangement.js'
import type { PendingPages } from '../use-shown-files.js'
import type { FileSelection } from './use-file-selection.js'

export interface FilesShownProps {
  readonly files: readonly FileRecord[]
  readonly view: FileView
  readonly selection: FileSelection
  readonly actions: FileActions
  /** Handles a click or tap, but no arrow key: on a phone it opens the preview. */
  readonly onChoose: (id: string) => void
  /** Opens the confirmation for deleting the checked files. */
  readonly onRemoveChecked: () => void
  readonly pendingPages: PendingPages
}
