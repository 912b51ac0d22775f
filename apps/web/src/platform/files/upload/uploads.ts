import type { FileRecord, UploadResult } from '@kamar/contracts'
import i18next from 'i18next'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'
import { createObservable, useObservable } from '../../observable.js'
import { resolveSameNames } from './same-names.js'
import { selectUploads } from './select-uploads.js'
import { transferFile } from './transfer-file.js'
import { createUploadQueue, type UploadItem, type UploadState } from './upload-queue.js'
import { isArchive } from './tree/read-archive.js'
import { getDroppedEntries, readDroppedTree, toTree } from './tree/read-dropped-tree.js'
import { uploadTree } from './tree/upload-tree.js'
import { storeUpload } from './uploaded-files.js'

type FinishedListener = (result: UploadResult | null, item: UploadItem) => void
const finishedListeners = new Set<FinishedListener>()

const queue = createUploadQueue({
  transfer: (file, options) => transferFile(file, options),
  onFinished(result, item) {
    if (result) storeUpload(result)
    for (const listener of finishedListeners) listener(result, item)
  },
  onFailed: (file, error) =>
    notify(i18next.t('upload.failed', { file: file.name, reason: errorMessage(error) }), { tone: 'problem' }),
})

export const useUploadState = (): UploadState => useObservable(queue.state)
export const useUploadItems = (): readonly UploadItem[] => useObservable(queue.items)
export const cancelUpload = queue.cancel
export const { clear: clearUploads, remove: removeUpload, retry: retryUpload } = queue

/** Runs `action` when no upload is in progress: at once, or when the last file has been received or cancelled. */
export function whenUploadsEnd(action: () => void): void {
  const isIdle = (): boolean => {
    const { fileName, percent, waiting } = queue.state.get()
    return waiting === 0 && (fileName === '' || percent === 0 || percent === 100)
  }
  if (isIdle()) return action()
  const stop = queue.state.subscribe(() => {
    if (!isIdle()) return
    stop()
    action()
  })
}

/** Registers a listener for received files; it gets null when all bytes arrived and the response was lost. */
export function whenUploadFinished(listener: FinishedListener): () => void {
  finishedListeners.add(listener)
  return () => finishedListeners.delete(listener)
}

/** Folder of the page on screen, which new files are uploaded to; null for the personal project. */
const uploadFolder = createObservable<string | null>(null)

/** Sets the folder that new files are uploaded to; returns a function that ends it. */
export function startUploadsTo(folderId: string): () => void {
  uploadFolder.set(folderId)
  return () => uploadFolder.set((current) => (current === folderId ? null : current))
}

/**
 * Uploads what was dropped: folders with all of their files, after the plan is confirmed; to a folder all files and the
 * content of archives; else the first file, as the specification says.
 */
export async function uploadDropped(transfer: DataTransfer): Promise<void> {
  const files = [...transfer.files]
  const folderId = uploadFolder.get()
  const entries = getDroppedEntries(transfer)
  if (entries.some(({ isDirectory }) => isDirectory)) return uploadTree(await readDroppedTree(entries), folderId)
  return folderId === null ? uploadFirst(files) : uploadFiles(files)
}

/** Adds uploads whose plan is confirmed. */
export const addPlannedUploads = queue.add

/** Uploads every valid file and reports why each other one cannot be uploaded. */
export async function uploadFiles(files: readonly File[]): Promise<void> {
  if (uploadFolder.get() !== null && files.some(isArchive)) return uploadTree(toTree(files), uploadFolder.get())
  const accepted = selectUploads(files)
  if (accepted.length === 0) return
  const requests = await resolveSameNames(accepted, uploadFolder.get())
  if (requests.length > 0) queue.add(requests)
}

/** Uploads a picked folder with all of its files, after the plan is confirmed. */
export const uploadPickedFolder = (files: readonly File[]): Promise<void> =>
  uploadTree(toTree(files), uploadFolder.get())

/** Uploads a file as the next version of another. */
export function uploadVersion(
  file: File,
  { target, note }: { readonly target: Pick<FileRecord, 'id'>; readonly note: string },
): void {
  if (selectUploads([file]).length > 0) queue.add([{ file, purpose: { fileId: target.id, note } }])
}

/** Uploads the first file of a drop and offers to upload the others too (specification, section 5). */
export async function uploadFirst(files: readonly File[]): Promise<void> {
  const [first, ...others] = files
  if (!first) return
  if (others.length > 0) {
    notify(i18next.t('upload.onlyFirst', { count: others.length }), {
      action: { label: i18next.t('upload.others'), run: () => void uploadFiles(others) },
    })
  }
  await uploadFiles([first])
}
