import {
  Bookmark,
  Combine,
  Filter,
  FolderOpen,
  GitCompareArrows,
  ListTree,
  MessageSquareText,
  Palette,
  Puzzle,
  Search,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../shared/design/button.js'
import { Toolbar } from '../../shared/design/toolbar.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

export const railPanels = [
  { name: 'models', icon: FolderOpen, text: 'viewer.models' },
  { name: 'together', icon: Combine, text: 'together.title' },
  { name: 'tree', icon: ListTree, text: 'tree.title' },
  { name: 'search', icon: Search, text: 'search.title' },
  { name: 'filter', icon: Filter, text: 'filter.title' },
  { name: 'colors', icon: Palette, text: 'colors.title' },
  { name: 'views', icon: Bookmark, text: 'views.title' },
  { name: 'topics', icon: MessageSquareText, text: 'topics.title' },
  { name: 'compare', icon: GitCompareArrows, text: 'compare.title' },
  { name: 'extensions', icon: Puzzle, text: 'extensions.title' },
] as const satisfies readonly { readonly name: LeftPanel; readonly icon: typeof Search; readonly text: string }[]

/** Renders the panels of the left side as icons. */
export function ViewerRail({ panels, isOffered }: { panels: Panels; isOffered: (name: LeftPanel) => boolean }) {
  const { t } = useTranslation()
  return (
    <Toolbar
      vertical
      label={t('viewer.panels')}
      className="pointer-events-auto flex w-11 shrink-0 flex-col gap-1 self-start rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {railPanels
        .filter(({ name }) => isOffered(name))
        .map(({ name, icon: Icon, text }) => (
          <IconButton
            key={name}
            side="right"
            label={t(text)}
            isActive={panels.left === name}
            onClick={() => panels.toggleLeft(name)}
          >
            <Icon {...icon} />
          </IconButton>
        ))}
    </Toolbar>
  )
}
