import type { TreeFile } from './upload-source.js'

/** Entries of a drop, which the browser reveals during its event only. */
export function getDroppedEntries({ items }: DataTransfer): readonly FileSystemEntry[] {
  return [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
}

/** Lists all files of dropped files and folders, with their paths. */
export async function readDroppedTree(entries: readonly FileSystemEntry[]): Promise<readonly TreeFile[]> {
  const files: TreeFile[] = []
  const pending = [...entries]
  for (let entry = pending.shift(); entry; entry = pending.shift()) {
    if (entry.isDirectory) pending.push(...(await readFolder(entry as FileSystemDirectoryEntry)))
    // The full path begins with a slash.
    else files.push({ path: entry.fullPath.slice(1), source: await readFile(entry as FileSystemFileEntry) })
  }
  return files
}

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A reader returns a part of the entries at a time, and none after the last. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return entries
    entries.push(...part)
  }
}

/** Lists the files of a picked folder with their paths. */
export const toTree = (files: readonly File[]): readonly TreeFile[] =>
  files.map((file) => ({ path: file.webkitRelativePath || file.name, source: file }))
