import type { UploadResult } from '@kamar/contracts'
import i18next from 'i18next'
import { notify } from '../design/notices-state.js'
import { errorMessage } from '../errors/error-message.js'
import { useObservable } from '../observable.js'
import { uploadProblem } from './check-upload.js'
import { transferFile, type UploadPurpose } from './transfer-file.js'
import { createUploadQueue, type UploadState } from './upload-queue.js'
import { rememberUpload } from './uploaded-files.js'

type FinishedListener = (result: UploadResult | null) => void
const finishedListeners = new Set<FinishedListener>()

const queue = createUploadQueue({
  transfer: (file, options) => transferFile(file, options),
  onFinished(result) {
    if (result) rememberUpload(result)
    for (const listener of finishedListeners) listener(result)
  },
  onFailed: (file, error) =>
    notify(i18next.t('upload.failed', { file: file.name, reason: errorMessage(error) }), { tone: 'problem' }),
})

export const useUploadState = (): UploadState => useObservable(queue.state)
export const cancelUpload = queue.cancel

/** Runs `action` when nothing is being sent: now, or as soon as the last file has arrived or was given up. */
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

/** Calls back when a file is on the server; null when all bytes arrived and the answer was lost. */
export function whenUploadFinished(listener: FinishedListener): () => void {
  finishedListeners.add(listener)
  return () => finishedListeners.delete(listener)
}

/** Uploads every file that may be uploaded and says of each other one why not. */
export function uploadFiles(files: readonly File[]): void {
  const accepted = files.filter((file) => {
    const problem = uploadProblem(file)
    if (problem !== null) notify(problem, { tone: 'problem' })
    return problem === null
  })
  if (accepted.length > 0) queue.add(accepted)
}

/** Uploads a file as the next version of another. */
export function uploadVersion(file: File, purpose: UploadPurpose): void {
  const problem = uploadProblem(file)
  if (problem !== null) notify(problem, { tone: 'problem' })
  else queue.add([file], purpose)
}

/** The single-file control: takes the first file of a drop or pick and offers to take the others too. */
export function uploadFirst(files: readonly File[]): void {
  const [first, ...others] = files
  if (!first) return
  uploadFiles([first])
  if (others.length === 0) return
  notify(i18next.t('upload.onlyFirst', { count: others.length }), {
    action: { label: i18next.t('upload.others'), run: () => uploadFiles(others) },
  })
}
