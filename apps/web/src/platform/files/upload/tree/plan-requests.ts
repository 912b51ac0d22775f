import { folderLimits, type PlannedUpload } from '@kamar/contracts'
import { api } from '../../../api/api.js'
import type { SameNameChoice } from '../same-names.js'
import type { UploadRequest } from '../upload-queue.js'
import type { PlannedTree } from './upload-tree.js'
import type { UploadSource } from './upload-source.js'

/** File of a tree with what the plan says about it. */
export interface PlannedFile {
  /** Path as it was dropped. */
  readonly path: string
  readonly source: UploadSource
  readonly plan: PlannedUpload
}

/** Files of a plan by what becomes of them. */
export interface PlanGroups {
  /** To be uploaded, without conflict. */
  readonly added: readonly PlannedFile[]
  /** Whose name another file has. */
  readonly conflicts: readonly PlannedFile[]
  /** That are uploaded already. */
  readonly same: readonly PlannedFile[]
  readonly refused: readonly PlannedFile[]
}

/** Groups the files of a tree by what becomes of them. */
export function groupPlan({ files }: PlannedTree, entries: readonly PlannedUpload[]): PlanGroups {
  const planned = files.flatMap(({ path, source }, index): PlannedFile[] => {
    const plan = entries[index]
    return plan ? [{ path, source, plan }] : []
  })
  const accepted = planned.filter(({ plan }) => plan.refusal === null)
  return {
    added: accepted.filter(({ plan }) => plan.existing === null),
    conflicts: accepted.filter(({ plan }) => plan.existing?.isSame === false),
    same: accepted.filter(({ plan }) => plan.existing?.isSame === true),
    refused: planned.filter(({ plan }) => plan.refusal !== null),
  }
}

/** Returns the files that are sent, by the choice for those whose names exist. */
export const selectSent = ({ added, conflicts }: PlanGroups, choice: SameNameChoice): readonly PlannedFile[] =>
  choice === 'skip' ? added : [...added, ...conflicts]

/** Creates the folders of a plan that do not exist yet, and returns the uploads into them. */
export async function createUploadRequests(
  { folderId }: PlannedTree,
  files: readonly PlannedFile[],
  choice: SameNameChoice,
): Promise<readonly UploadRequest[]> {
  const isVersion = ({ plan }: PlannedFile): boolean => choice === 'version' && plan.existing !== null
  const folderIds = await createFolders(
    folderId,
    files.filter((file) => !isVersion(file)).map(({ plan }) => plan.folders),
  )
  return files.map((file): UploadRequest => {
    const { existing, folders, name } = file.plan
    const purpose =
      isVersion(file) && existing
        ? { fileId: existing.fileId, note: '' }
        : { folderId: folderIds.get(toKey(folders)) ?? folderId }
    return { file: file.source, name, purpose }
  })
}

const toKey = (folders: readonly string[]): string => folders.join('/')

async function createFolders(
  folderId: string,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Map(paths.filter((path) => path.length > 0).map((path) => [toKey(path), path])).values()]
  const ids = new Map<string, string>()
  for (let start = 0; start < unique.length; start += folderLimits.createdPaths) {
    const part = unique.slice(start, start + folderLimits.createdPaths)
    const { folderIds } = await api.call('createFolderPaths', {
      parameters: { id: folderId },
      body: { paths: part.map((path) => [...path]) },
    })
    for (const [index, path] of part.entries()) ids.set(toKey(path), folderIds[index] ?? folderId)
  }
  return ids
}
