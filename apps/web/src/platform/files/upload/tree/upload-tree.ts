import { folderLimits } from '@kamar/contracts'
import i18next from 'i18next'
import { api } from '../../../api/api.js'
import { notify } from '../../../design/toasts-state.js'
import { errorMessage } from '../../../errors/error-message.js'
import { createObservable, type Observable } from '../../../observable.js'
import { withMessages } from '../../../i18n/index.js'
import { isArchive, readArchive } from './read-archive.js'
import type { TreeFile } from './upload-source.js'

/** Files that wait for the user to confirm the plan of their upload. */
export interface PlannedTree {
  readonly id: number
  readonly folderId: string
  readonly files: readonly TreeFile[]
  /** Encrypted files and links of archives. */
  readonly rejected: number
}

/** The tree whose plan is on screen. */
export const plannedTree: Observable<PlannedTree | null> = createObservable<PlannedTree | null>(null)

let lastId = 0

/**
 * Plans an upload of files with their paths to a folder, of the personal project by default; archives among them are
 * unpacked. The plan is shown before anything is sent.
 */
export async function uploadTree(files: readonly TreeFile[], folderId: string | null): Promise<void> {
  // The texts of errors are those of the dialog.
  await withMessages('uploadPlan', Promise.resolve())
  try {
    const target = folderId ?? (await findPersonalProject())
    const { rejected, tree, unreadable } = await unpack(files)
    for (const file of unreadable) notify(i18next.t('uploadPlan.archiveUnreadable', { file }), { tone: 'problem' })
    if (tree.length > folderLimits.plannedUploads)
      notify(i18next.t('uploadPlan.tooMany', { count: folderLimits.plannedUploads }), { tone: 'problem' })
    else if (tree.length === 0 && unreadable.length === 0) notify(i18next.t('uploadPlan.empty'))
    else if (tree.length > 0) {
      lastId += 1
      plannedTree.set({ id: lastId, folderId: target, files: tree, rejected })
    }
  } catch (error) {
    notify(i18next.t('uploadPlan.failed', { reason: errorMessage(error) }), { tone: 'problem' })
  }
}

/** The personal project is the first one. */
async function findPersonalProject(): Promise<string> {
  const [project] = await api.call('listProjects')
  return project?.id ?? ''
}

interface UnpackedTree {
  readonly tree: readonly TreeFile[]
  readonly rejected: number
  /** Names of archives that cannot be read. */
  readonly unreadable: readonly string[]
}

async function unpack(files: readonly TreeFile[]): Promise<UnpackedTree> {
  const tree: TreeFile[] = []
  const unreadable: string[] = []
  let rejected = 0
  for (const file of files) {
    const { path, source } = file
    if (!(source instanceof File && isArchive(source))) {
      tree.push(file)
      continue
    }
    const archive = await readArchive(source).catch(() => null)
    if (!archive) {
      unreadable.push(source.name)
      continue
    }
    const folder = path.slice(0, -source.name.length)
    tree.push(...archive.files.map((entry) => ({ ...entry, path: folder + entry.path })))
    rejected += archive.rejected
  }
  return { tree, rejected, unreadable }
}
