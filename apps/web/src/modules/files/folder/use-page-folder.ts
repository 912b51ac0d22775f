import type { FolderRecord, OpenedFolder } from '@kamar/contracts'
import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { useOpenedFolder } from '../../../platform/folders/use-folders.js'
import { startUploadsTo } from '../../../platform/files/upload/uploads.js'

/** Folder that the page shows instead of all files. */
export interface PageFolder {
  readonly query: ReturnType<typeof useOpenedFolder>
  readonly opened: OpenedFolder | null
  /** Known as soon as the address is: its files load at the same time. */
  readonly shown: Pick<FolderRecord, 'id' | 'files'>
}

/** Returns the folder of the address; null on the page of all files. New files are uploaded to it. */
export function usePageFolder(): PageFolder | null {
  const { folderId, projectId } = useParams()
  const id = folderId ?? projectId ?? null
  const query = useOpenedFolder(id)
  const opened = query.data ?? null
  const mayUpload = opened?.folder.role === 'owner' || opened?.folder.role === 'editor'
  useEffect(() => (id !== null && mayUpload ? startUploadsTo(id) : undefined), [id, mayUpload])
  const files = opened?.folder.files ?? 0
  const shown = useMemo(() => (id === null ? null : { id, files }), [id, files])
  return shown && { query, opened, shown }
}
