import { takeFileName } from '@kamar/contracts'
import type { OwnedFileRow } from '../../../domain/files/file-records.js'
import { type FolderRow, isRoot } from '../../../domain/folders/folder-records.js'
import { toAllowedName } from '../../../domain/folders/names.js'

/** File of an archive. */
export interface ArchiveEntry {
  readonly path: string
  readonly row: OwnedFileRow
}

type PathFolder = Pick<FolderRow, 'id' | 'name' | 'ancestors' | 'parent_id'>

/** Names of folders in an archive, by their ids; the selected ones are at its top. */
export class ArchivePaths {
  readonly #folders: ReadonlyMap<string, PathFolder>
  readonly #selectedIds: ReadonlySet<string>
  readonly #projectName: string

  constructor(folders: readonly PathFolder[], selectedIds: readonly string[], projectName: string) {
    this.#folders = new Map(folders.map((folder) => [folder.id, folder]))
    this.#selectedIds = new Set(selectedIds)
    this.#projectName = projectName
  }

  /** Returns the path of a folder with a slash at its end; empty for one that is in no selected folder. */
  getFolderPath(id: string): string {
    const folder = this.#folders.get(id)
    if (!folder) return ''
    const chain = [...folder.ancestors, id]
    const start = chain.findIndex((ancestor) => this.#selectedIds.has(ancestor))
    if (start < 0) return ''
    return chain
      .slice(start)
      .map((ancestor) => `${this.#getName(ancestor)}/`)
      .join('')
  }

  #getName(id: string): string {
    const folder = this.#folders.get(id)
    return toAllowedName(folder && !isRoot(folder) ? folder.name : this.#projectName)
  }

  /** Lists the files with paths that every system allows, and that differ in more than case. */
  toEntries(rows: readonly OwnedFileRow[]): readonly ArchiveEntry[] {
    const usedKeys = new Set<string>()
    return rows.map((row) => {
      const path = this.getFolderPath(row.folder_id) + toAllowedName(row.description)
      return { row, path: takeFileName(path, usedKeys) }
    })
  }
}
