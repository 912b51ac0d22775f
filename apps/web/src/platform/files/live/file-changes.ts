import type { FileRecord } from '@kamar/contracts'
import type { FilePage } from '../load-file-page.js'

/** By id; null for a deleted file. */
type FileChanges = Map<string, FileRecord | null>

const pendingChanges = new Set<FileChanges>()

/** Records a file's change for pending responses, which may predate it. */
export function recordFileChange(id: string, file: FileRecord | null): void {
  for (const changes of pendingChanges) changes.set(id, file)
}

/**
 * Returns the server's response merged with the changes received since the request. `hasNew`: files that it does not
 * contain are added at its top.
 */
export async function withFileChanges(request: () => Promise<FilePage>, hasNew: boolean): Promise<FilePage> {
  const changes: FileChanges = new Map()
  pendingChanges.add(changes)
  try {
    return apply(changes, await request(), hasNew)
  } finally {
    pendingChanges.delete(changes)
  }
}

function apply(changes: FileChanges, page: FilePage, hasNew: boolean): FilePage {
  const listed = new Set(page.files.map(({ id }) => id))
  const added = [...changes].flatMap(([id, file]) => (hasNew && file && !listed.has(id) ? [file] : []))
  const current = page.files.flatMap((file) => {
    const change = changes.get(file.id)
    return change === null ? [] : [change ?? file]
  })
  const files = [...added, ...current]
  return { ...page, files, total: page.total + files.length - page.files.length }
}
