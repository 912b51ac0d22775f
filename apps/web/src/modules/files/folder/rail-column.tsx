import type { OpenedFolder } from '@kamar/contracts'
import { Folder } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { IconButton } from '../../../platform/design/button.js'
import { BottomSheet } from '../../../platform/design/dialog.js'
import { ProjectRail } from '../../../platform/folders/project-rail.js'
import { useMedia } from '../../../platform/use-media.js'

const useHasRail = (): boolean => !useMedia('(max-width: 1279px)')

function useOpenIds(details: OpenedFolder | null): ReadonlySet<string> {
  return useMemo(() => new Set(details ? [...details.path.map(({ id }) => id), details.folder.id] : []), [details])
}

interface RailProps {
  /** Folder of the page; null on the page of all files. */
  readonly details: OpenedFolder | null
}

/** Renders the projects and folders beside the files, on a page that is wide enough. */
export function RailColumn({ details }: RailProps) {
  const openIds = useOpenIds(details)
  if (!useHasRail()) return null
  return (
    <div className="w-60 shrink-0 overflow-y-auto border-e border-line bg-page">
      <ProjectRail openIds={openIds} />
    </div>
  )
}

/** Renders a button that opens the projects and folders over a narrower page. */
export function RailButton({ details }: RailProps) {
  const { t } = useTranslation()
  const openIds = useOpenIds(details)
  const hasRail = useHasRail()
  const { pathname } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  if (hasRail) return null
  return (
    <>
      <IconButton label={t('folders.browse')} onClick={() => setOpenedOn(pathname)}>
        <Folder />
      </IconButton>
      {/* Following a link closes it. */}
      <BottomSheet open={openedOn === pathname} title={t('folders.browse')} onClose={() => setOpenedOn(null)}>
        <ProjectRail openIds={openIds} />
      </BottomSheet>
    </>
  )
}
