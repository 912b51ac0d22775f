import type { OpenedFolder } from '@kamar/contracts'
import { type Collection, CollectionHeader } from './collection.js'
import { FolderHeader } from './folder-header.js'
import { ProjectTiles } from './project-tiles.js'

export { Subfolders } from './subfolders.js'

interface FolderTopProps {
  /** Folder of the page; null on the page of a collection. */
  readonly details: OpenedFolder | null
  readonly collection: Collection | undefined
}

/** Renders what is above the files of a folder or a collection; the page of all files does not load it. */
export function FolderTop({ collection, details }: FolderTopProps) {
  if (collection) return <CollectionHeader collection={collection} />
  if (!details) return null
  return (
    <>
      <FolderHeader key={details.folder.id} details={details} />
      <ProjectTiles folder={details.folder} />
    </>
  )
}
