import type { FileListQuery } from '@kamar/contracts'
import { History, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { useStars } from '../../../platform/folders/use-stars.js'
import { FilesSkeleton } from '../files-states.js'
import { Subfolders } from './subfolders.js'

/** Files of several folders that the page shows instead of all files. */
export type Collection = NonNullable<FileListQuery['collection']>

const icons = { starred: <Star size={20} />, recent: <History size={20} /> } as const satisfies Record<
  Collection,
  unknown
>

interface CollectionProps {
  readonly collection: Collection
}

/** Renders the name of a collection, and the folders in it. */
export function CollectionHeader({ collection }: CollectionProps) {
  const { t } = useTranslation()
  const folders = useStars().data?.folders ?? []
  return (
    <>
      <div className="flex min-h-13 items-center border-b border-line px-4.5 sm:px-5.5">
        <h2 className="text-14 font-semibold">{t(`folders.${collection}`)}</h2>
      </div>
      {collection === 'starred' ? <Subfolders folders={folders} /> : null}
    </>
  )
}

/** Replaces the files of a collection that has none. */
export function EmptyCollection({ collection, isPending }: CollectionProps & { readonly isPending: boolean }) {
  const { t } = useTranslation()
  if (isPending) return <FilesSkeleton />
  return <EmptyState icon={icons[collection]} title={t(`folders.${collection}Empty`)} />
}
