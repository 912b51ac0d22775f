import type { FolderRecord } from '@kamar/contracts'
import { Building2, Folder, FolderLock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { folderPath } from '../../../platform/folders/folder-paths.js'

function FolderIcon({ folder: { hasOwnPermissions, parentId } }: { readonly folder: FolderRecord }) {
  if (parentId === null) return <Building2 />
  return hasOwnPermissions ? <FolderLock /> : <Folder />
}

/** Renders the folders of a folder or a collection, above its files. */
export function Subfolders({ folders }: { readonly folders: readonly FolderRecord[] }) {
  const { t } = useTranslation()
  if (folders.length === 0) return null
  return (
    <ul
      aria-label={t('folders.title')}
      className="grid max-h-[40%] shrink-0 grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2 overflow-y-auto border-b border-line p-3 sm:px-4"
    >
      {folders.map((folder) => (
        <li key={folder.id}>
          <Link
            to={folderPath(folder)}
            className="flex min-h-11 items-center gap-2.5 rounded-card border border-line bg-surface px-3 py-1.5 transition-colors duration-140 hover:border-edge hover:bg-page [&>svg]:shrink-0 [&>svg]:text-muted"
          >
            <FolderIcon folder={folder} />
            <span className="min-w-0 grow truncate text-14 font-medium">{folder.name}</span>
            {folder.role === null ? null : (
              <span className="text-12 text-muted tabular-nums">{t('files.count', { count: folder.files })}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
