import type {
  FolderPermissionsForm,
  FolderRecord,
  FolderRule,
  MoveForm,
  MoveResult,
  ProjectRecord,
} from '@kamar/contracts'
import { grouped } from '@kamar/core'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { createFileCache } from '../files/use-files.js'

const folderKeys = {
  all: ['folders'] as const,
  projects: ['folders', 'projects'] as const,
  tree: (projectId: string) => ['folders', 'tree', projectId] as const,
  folder: (id: string) => ['folders', 'folder', id] as const,
  permissions: (id: string) => ['folders', 'permissions', id] as const,
} as const

/** Returns whether the account may add files and folders to a folder, and change them: owners and editors may. */
export const canChangeFolder = ({ role }: Pick<FolderRecord, 'role'>): boolean => role === 'owner' || role === 'editor'

/** Returns the name of a project for the user; the personal one has no name of its own. */
export function useProjectName(): (project: Pick<ProjectRecord, 'name' | 'personal'>) => string {
  const { t } = useTranslation()
  return ({ name, personal }) => (personal ? t('folders.myFiles') : name)
}

/** Groups folders by their parent, in the order of the given list. */
export const groupByParent = (folders: readonly FolderRecord[]): ReadonlyMap<string | null, readonly FolderRecord[]> =>
  grouped(folders, ({ parentId }) => parentId)

/** Loads the projects of which the account sees anything: the personal one first, then by name. */
export function useProjects() {
  return useQuery({
    queryKey: folderKeys.projects,
    queryFn: ({ signal }) => api.call('listProjects', undefined, { signal }),
  })
}

/** Returns a project of which the account sees anything; undefined for others, and until it is loaded. */
export const useProject = (projectId: string): ProjectRecord | undefined =>
  useProjects().data?.find(({ id }) => id === projectId)

/** Loads all folders of a project that the account sees, the top first; nothing without a project. */
export function useFolderTree(projectId: string | null) {
  return useQuery({
    queryKey: folderKeys.tree(projectId ?? ''),
    queryFn:
      projectId === null
        ? skipToken
        : ({ signal }) => api.call('listFolders', { parameters: { projectId } }, { signal }),
  })
}

/** Loads a folder with its path and subfolders; nothing without an id. */
export function useOpenedFolder(id: string | null) {
  return useQuery({
    queryKey: folderKeys.folder(id ?? ''),
    queryFn: id === null ? skipToken : ({ signal }) => api.call('openFolder', { parameters: { id } }, { signal }),
  })
}

/** Loads who has which role in a folder; only its owners may ask. */
export function useFolderPermissions(id: string) {
  return useQuery({
    queryKey: folderKeys.permissions(id),
    queryFn: ({ signal }) => api.call('folderPermissions', { parameters: { id } }, { signal }),
    staleTime: 0,
  })
}

type ChangedFolder = Pick<FolderRecord, 'id' | 'revision'>
type Rules = readonly Pick<FolderRule, 'id' | 'role'>[] | null

/** Returns the requests for projects and folders; each rejects with the server's error, and reloads what it changed. */
export function useFolderCalls() {
  const client = useQueryClient()
  return useMemo(() => {
    const reload = async (): Promise<void> => {
      await Promise.all([
        client.invalidateQueries({ queryKey: folderKeys.all }),
        client.invalidateQueries({ queryKey: ['bin'] }),
        createFileCache(client).reload(),
      ])
    }
    const afterwards = async <Value>(request: Promise<Value>): Promise<Value> => {
      const value = await request
      await reload()
      return value
    }
    const toForm = (folder: ChangedFolder, rules: Rules): FolderPermissionsForm => ({
      revision: folder.revision,
      rules: rules === null ? null : rules.map(({ id, role }) => ({ id, role })),
    })
    return {
      createProject: (name: string): Promise<ProjectRecord> =>
        afterwards(api.call('createProject', { body: { name } })),
      renameProject: (projectId: string, name: string) =>
        afterwards(api.call('renameProject', { parameters: { projectId }, body: { name } })),
      deleteProject: (projectId: string) => afterwards(api.call('deleteProject', { parameters: { projectId } })),
      create: ({ id, projectId }: Pick<FolderRecord, 'id' | 'projectId'>, name: string): Promise<FolderRecord> =>
        afterwards(api.call('createFolder', { parameters: { projectId }, body: { name, parentId: id } })),
      rename: ({ id, revision }: ChangedFolder, name: string): Promise<FolderRecord> =>
        afterwards(api.call('renameFolder', { parameters: { id }, body: { name, revision } })),
      remove: ({ id, revision }: ChangedFolder) =>
        afterwards(api.call('deleteFolder', { parameters: { id }, query: { revision } })),
      restore: (deletionId: string): Promise<FolderRecord> =>
        afterwards(api.call('restoreFolder', { parameters: { id: deletionId } })),
      planMove: (targetId: string, form: MoveForm) =>
        api.call('planMove', { parameters: { id: targetId }, body: form }),
      move: (targetId: string, form: MoveForm): Promise<MoveResult> =>
        afterwards(api.call('moveIntoFolder', { parameters: { id: targetId }, body: form })),
      planPermissions: (folder: ChangedFolder, rules: Rules) =>
        api.call('planFolderPermissions', { parameters: { id: folder.id }, body: toForm(folder, rules) }),
      setPermissions: (folder: ChangedFolder, rules: Rules) =>
        afterwards(api.call('setFolderPermissions', { parameters: { id: folder.id }, body: toForm(folder, rules) })),
    }
  }, [client])
}
export type FolderCalls = ReturnType<typeof useFolderCalls>
