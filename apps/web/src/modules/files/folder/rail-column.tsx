import type { OpenedFolder } from '@kamar/contracts'
import { PanelLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { IconButton } from '../../../platform/design/button.js'
import { BottomSheet } from '../../../platform/design/dialog.js'
import { ProjectRail } from '../../../platform/folders/project-rail.js'
import { useMedia } from '../../../platform/use-media.js'

const useHasRail = (): boolean => !useMedia('(max-width: 1279px)')

function useOpenIds(opened: OpenedFolder | null): ReadonlySet<string> {
  return useMemo(() => new Set(opened ? [...opened.path.map(({ id }) => id), opened.folder.id] : []), [opened])
}

interface RailProps {
  /** Folder of the page; null on the page of all files. */
  readonly opened: OpenedFolder | null
}

/** Renders the projects and folders beside the files, on a page that is wide enough. */
export function RailColumn({ opened }: RailProps) {
  const openIds = useOpenIds(opened)
  if (!useHasRail()) return null
  return (
    <div className="w-60 shrink-0 overflow-y-auto border-e border-line bg-page">
      <ProjectRail openIds={openIds} />
    </div>
  )
}

/** Renders a button that opens the projects and folders over a narrower page. */
export function RailButton({ opened }: RailProps) {
  const { t } = useTranslation()
  const openIds = useOpenIds(opened)
  const hasRail = useHasRail()
  const { pathname } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  if (hasRail) return null
  return (
    <>
      <IconButton label={t('folders.browse')} onClick={() => setOpenedOn(pathname)}>
        <PanelLeft />
      </IconButton>
      {/* Following a link closes it. */}
      <BottomSheet open={openedOn === pathname} title={t('folders.browse')} onClose={() => setOpenedOn(null)}>
        <ProjectRail openIds={openIds} />
      </BottomSheet>
    </>
  )
}
