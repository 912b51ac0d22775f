import type { FileFilter, FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { useState } from 'react'
import { api } from '../../../platform/api/api.js'
import { dismissToast, notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { type FileCache, useFileCache } from '../../../platform/files/use-files.js'
import { type OperationCalls, useOperationCalls } from '../../../platform/operations/use-operations.js'
import { logWarning } from '../../../platform/log.js'

/** Request for all matching files, including those that are not loaded. */
interface MatchingRequest {
  readonly kind: 'matching'
  readonly files: readonly FileRecord[]
  readonly total: number
  readonly filter: FileFilter
}

/** Request to confirm before files go to the bin. */
export type DeleteRequest =
  | { readonly kind: 'files'; readonly files: readonly FileRecord[] }
  /** `total` includes files that are not loaded. */
  | { readonly kind: 'all'; readonly files: readonly FileRecord[]; readonly total: number }
  | MatchingRequest

export interface Deletion {
  readonly request: DeleteRequest | null
  readonly busy: boolean
  readonly open: (request: DeleteRequest) => void
  readonly cancel: () => void
  readonly confirm: () => void
}

/** Confirms, deletes, and offers to undo: deleted files are in the bin. */
export function useDeletion(): Deletion {
  const cache = useFileCache()
  const operations = useOperationCalls()
  const [request, setRequest] = useState<DeleteRequest | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    request,
    busy,
    open: setRequest,
    cancel: () => (busy ? undefined : setRequest(null)),
    confirm() {
      if (!request || busy) return
      setBusy(true)
      const deletion = request.kind === 'matching' ? deleteMatching(request, operations) : deleteFiles(request, cache)
      void deletion.finally(() => {
        setBusy(false)
        setRequest(null)
      })
    },
  }
}

/** Deletes in steps; the page shows their progress. */
async function deleteMatching({ filter }: MatchingRequest, { begin }: OperationCalls): Promise<void> {
  await begin({ kind: 'delete', filter }).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
}

type DirectRequest = Exclude<DeleteRequest, MatchingRequest>

async function deleteFiles(request: DirectRequest, cache: FileCache): Promise<void> {
  const { files } = request
  const deletedFiles = await deleteRequested(request)
  cache.remove(new Set(deletedFiles.map(({ id }) => id)))
  if (deletedFiles.length < files.length) notify(i18next.t('errors.deleteFailed'), { tone: 'problem' })
  if (deletedFiles.length === 0) return
  // Files that were not loaded cannot be restored one by one here; they stay in the bin.
  if (request.kind !== 'files' && request.total > files.length) await cache.reload()
  else notifyDeleted(deletedFiles, cache)
}

function deleteRequested(request: DirectRequest): Promise<readonly FileRecord[]> {
  if (request.kind === 'files') return deleteEach(request.files)
  return deleteImmediately(request.files, () => api.call('clearFiles'))
}

async function deleteImmediately(
  files: readonly FileRecord[],
  call: () => Promise<unknown>,
): Promise<readonly FileRecord[]> {
  try {
    await call()
    return files
  } catch (error) {
    logFailure(error)
    return []
  }
}

/** Deletes one after the other, so that a thousand files are not a thousand concurrent requests. */
async function deleteEach(files: readonly FileRecord[]): Promise<readonly FileRecord[]> {
  const deletedFiles: FileRecord[] = []
  for (const file of files) {
    const deleted = await api.call('deleteFile', { parameters: { id: file.id } }).then(() => true, logFailure)
    if (deleted) deletedFiles.push(file)
  }
  return deletedFiles
}

function logFailure(error: unknown): false {
  logWarning(i18next.t('errors.statusFailed', { reason: errorMessage(error) }), error)
  return false
}

/** Notifies that files were deleted, with an offer to undo it. */
export function notifyDeleted(deletedFiles: readonly FileRecord[], cache: FileCache): void {
  const text = formatOutcome(deletedFiles, { one: 'files.deleted', several: 'files.deletedSeveral' })
  const undo = {
    label: i18next.t('files.undo'),
    run: () =>
      void restore(
        deletedFiles.filter(({ id }) => undoable.ids.has(id)),
        cache,
      ),
  }
  undoable = { ids: new Set(deletedFiles.map(({ id }) => id)), toast: notify(text, { action: undo }) }
}

/** Files of the newest notice that offers to undo their deletion. */
let undoable: { readonly ids: Set<string>; readonly toast: number } = { ids: new Set(), toast: 0 }

/** Excludes a file that was restored otherwise; a notice without files disappears. */
export function withdrawUndo(fileId: string): void {
  if (undoable.ids.delete(fileId) && undoable.ids.size === 0) dismissToast(undoable.toast)
}

async function restore(files: readonly FileRecord[], cache: FileCache): Promise<void> {
  try {
    for (const { id } of files) cache.put(await api.call('restoreFile', { parameters: { id } }))
    notify(formatOutcome(files, { one: 'files.restoredFile', several: 'files.restored' }))
  } catch (error) {
    notify(i18next.t('files.restoreFailed', { reason: errorMessage(error) }), { tone: 'problem' })
  }
}

interface OutcomeKeys {
  readonly one: 'files.deleted' | 'files.restoredFile'
  readonly several: 'files.deletedSeveral' | 'files.restored'
}

/** Formats what happened to files: one by its name, several by their number. */
function formatOutcome(files: readonly FileRecord[], { one, several }: OutcomeKeys): string {
  const [first] = files
  return files.length === 1 && first
    ? i18next.t(one, { file: first.description })
    : i18next.t(several, { count: files.length })
}
