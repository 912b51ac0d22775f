import type { OpenedFolder } from '@kamar/contracts'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { startUploadsTo } from '../../../platform/files/upload/uploads.js'
import { canChangeFolder, useOpenedFolder } from '../../../platform/folders/use-folders.js'

/** Folder that the page shows instead of all files. */
export interface PageFolder {
  /** Known as soon as the address is: the files load at the same time. */
  readonly id: string
  readonly query: ReturnType<typeof useOpenedFolder>
  /** Null until it is loaded. */
  readonly details: OpenedFolder | null
}

/** Returns the folder of the address; null on the page of all files. New files are uploaded to it. */
export function usePageFolder(): PageFolder | null {
  const { folderId, projectId } = useParams()
  const id = folderId ?? projectId ?? null
  const query = useOpenedFolder(id)
  const details = query.data ?? null
  // Until the role is known, uploads go to the folder of the address: the server refuses those of viewers.
  const canUpload = details === null || canChangeFolder(details.folder)
  useEffect(() => (id !== null && canUpload ? startUploadsTo(id) : undefined), [id, canUpload])
  return id === null ? null : { id, query, details }
}
