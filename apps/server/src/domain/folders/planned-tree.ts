import { AppError, grouped } from '@kamar/core'
import { folderLimits } from '@kamar/contracts'
import { foldForSearch } from '@kamar/database'
import { mayChange } from '../../platform/authorization/permissions.js'
import type { FolderRow } from './folder-records.js'

/** Folder on the path of something that is to be added. */
export interface PlannedFolder {
  /** Names below the target, the highest first. */
  readonly names: readonly string[]
  /** The folder, if it exists already. */
  readonly row: FolderRow | null
  /** The folder above it; null for the target. */
  readonly parent: PlannedFolder | null
  /** Whether the account may add files, and folders below it. */
  readonly canChange: boolean
  readonly subfolders: Map<string, PlannedFolder>
}

/** Tree of the folders on paths below a target: those that exist, and those that would be created. */
export class PlannedTree {
  readonly #present: ReadonlyMap<string, FolderRow>
  readonly #target: FolderRow
  readonly #root: PlannedFolder

  /** The target is one of the folders of its project that the account sees. */
  constructor(target: FolderRow, present: readonly FolderRow[]) {
    this.#target = target
    this.#present = new Map(present.map((row) => [toFolderKey(row.parent_id, row.name), row]))
    this.#root = { names: [], row: target, parent: null, canChange: true, subfolders: new Map() }
  }

  /** Returns the folder of a path below the target; null where it is below too many others. */
  enter(path: readonly string[]): PlannedFolder | null {
    if (this.#target.ancestors.length + path.length > folderLimits.levels) return null
    let folder = this.#root
    for (const name of path) folder = this.#enterSubfolder(folder, name)
    return folder
  }

  #enterSubfolder(parent: PlannedFolder, name: string): PlannedFolder {
    const key = foldForSearch(name)
    const planned = parent.subfolders.get(key)
    if (planned) return planned
    const row = (parent.row && this.#present.get(toFolderKey(parent.row.id, name))) ?? null
    const folder: PlannedFolder = {
      names: [...parent.names, row?.name ?? name],
      row,
      parent,
      canChange: row ? mayChange(row.role) : parent.canChange,
      subfolders: new Map(),
    }
    parent.subfolders.set(key, folder)
    return folder
  }

  /** Lists the planned folders, each before those below it. */
  list(): readonly PlannedFolder[] {
    const folders = [this.#root]
    for (const { subfolders } of folders) folders.push(...subfolders.values())
    return folders
  }

  /** Throws `too-many` where the project or a folder would have too many folders. */
  assertLimits(): void {
    const folders = this.list()
    const { foldersPerProject, subfoldersPerFolder } = folderLimits
    // The top of the project is not counted.
    assertLimit(this.#present.size - 1 + folders.filter(isNew).length, foldersPerProject)
    const present = grouped(this.#present.values(), (row) => row.parent_id)
    for (const { row, subfolders } of folders) {
      const added = [...subfolders.values()].filter(isNew).length
      if (added > 0) assertLimit((present.get(row?.id ?? '')?.length ?? 0) + added, subfoldersPerFolder)
    }
  }
}

const isNew = ({ row }: PlannedFolder): boolean => row === null

const toFolderKey = (parentId: string | null, name: string): string => `${parentId ?? ''}/${foldForSearch(name)}`

/** Throws `too-many` for more than a maximum. */
export function assertLimit(count: number, limit: number): void {
  if (count > limit) throw new AppError('too-many', { most: limit })
}
