import type { FolderRecord, ProjectRecord } from '@kamar/contracts'
import { projectMembers } from './test-topics.js'

/** Creates a folder of the project `project-1`, with its name as id, directly at the top. */
export function folderRecord(over: Partial<FolderRecord> & Pick<FolderRecord, 'id'>): FolderRecord {
  return {
    projectId: 'project-1',
    parentId: 'project-1',
    name: over.id,
    revision: 1,
    role: 'editor',
    hasOwnPermissions: false,
    files: 0,
    createdAt: '2026-11-20T12:00:00.000Z',
    ...over,
  }
}

/** Creates the top of a project. */
export const topFolder = (over: Partial<FolderRecord> = {}): FolderRecord =>
  folderRecord({ id: 'project-1', parentId: null, name: '', hasOwnPermissions: true, ...over })

export const projectRecord = (over: Partial<ProjectRecord> = {}): ProjectRecord => ({
  ...projectMembers().project,
  ...over,
})
