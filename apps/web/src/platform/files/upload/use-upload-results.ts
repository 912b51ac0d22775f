import type { FileRecord } from '@kamar/contracts'
import { useEffect, useRef } from 'react'
import type { UploadItem } from './upload-queue.js'
import { whenUploadFinished } from './uploads.js'
import { useFileCache } from '../use-files.js'

/** Adds uploaded files at the top of the list, and notifies the page. */
export function useUploadResults(onUploaded: (file: FileRecord, item: UploadItem) => void): void {
  const cache = useFileCache()
  const listener = useRef(onUploaded)
  useEffect(() => {
    listener.current = onUploaded
  }, [onUploaded])
  useEffect(
    () =>
      whenUploadFinished((result, item) => {
        if (result) {
          cache.put(result.file)
          listener.current(result.file, item)
        } else void cache.reload()
      }),
    [cache],
  )
}
