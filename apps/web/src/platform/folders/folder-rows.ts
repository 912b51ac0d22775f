import type { FolderRecord } from '@kamar/contracts'
import { groupByParent } from './use-folders.js'

/** Folder in a tree, with its position among its siblings. */
export interface FolderRow {
  readonly folder: FolderRecord
  /** 1 for the top of the project. */
  readonly level: number
  /** Position among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
  readonly hasSubfolders: boolean
  readonly isOpen: boolean
}

/** Lists the rows of a tree from its top down: subfolders follow an open folder in the order of the given list. */
export function toFolderRows(folders: readonly FolderRecord[], openIds: ReadonlySet<string>): readonly FolderRow[] {
  const subfolders = groupByParent(folders)
  const rows: FolderRow[] = []
  const addRows = (parentId: string | null, level: number): void => {
    const siblings = subfolders.get(parentId) ?? []
    for (const [index, folder] of siblings.entries()) {
      const hasSubfolders = subfolders.has(folder.id)
      const isOpen = hasSubfolders && openIds.has(folder.id)
      rows.push({ folder, level, position: index + 1, siblings: siblings.length, hasSubfolders, isOpen })
      if (isOpen) addRows(folder.id, level + 1)
    }
  }
  addRows(null, 1)
  return rows
}

/** Finds the ids of folders with everything below them. */
export function findSubtreeIds(folders: readonly FolderRecord[], ids: readonly string[]): ReadonlySet<string> {
  const subfolders = groupByParent(folders)
  const subtreeIds = new Set<string>()
  const addSubtree = (id: string): void => {
    subtreeIds.add(id)
    for (const folder of subfolders.get(id) ?? []) addSubtree(folder.id)
  }
  for (const id of ids) addSubtree(id)
  return subtreeIds
}

/** Finds the ids of a folder and of those above it. */
export function findPathIds(folders: readonly FolderRecord[], id: string | null): readonly string[] {
  const folder = folders.find((other) => other.id === id)
  return folder ? [...findPathIds(folders, folder.parentId), folder.id] : []
}
