import { fileListHeaders, type FileListQuery, FileRecord, limits } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'

/** A page of matching files, the total number of matches, and the cursor of the next page (null on the last). */
export interface FilePage {
  readonly files: readonly FileRecord[]
  readonly total: number
  readonly next: string | null
}

/** Loads a page of the account's files; the server filters, sorts and paginates. */
export async function loadFilePage(query: FileListQuery, signal: AbortSignal): Promise<FilePage> {
  const parameters = new URLSearchParams({ limit: String(limits.maxPageSize) })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  const response = await fetchStream(`/api/auth/my-urns?${parameters}`, { signal })
  const files = FileRecord.array().parse(await response.json())
  return {
    files,
    total: Number(response.headers.get(fileListHeaders.total) ?? files.length),
    next: response.headers.get(fileListHeaders.next),
  }
}
