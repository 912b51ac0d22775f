import type { FolderRecord } from '@kamar/contracts'

export const projectsPath = '/projects'

/** Returns the page of a project's activity. */
export const activityPath = (projectId: string): string => `${projectsPath}/${projectId}/activity`

/** Returns the page of a folder; that of the top is the page of its project. */
export const folderPath = ({ id, projectId }: Pick<FolderRecord, 'id' | 'projectId'>): string =>
  id === projectId ? `${projectsPath}/${projectId}` : `${projectsPath}/${projectId}/folders/${id}`

/** Returns the page of the drawing sheets of a project. */
export const sheetsPath = (projectId: string): string => `${projectsPath}/${projectId}/sheets`

/** Returns the page of the members of a project. */
export const membersPath = (projectId: string): string => `${projectsPath}/${projectId}/members`
