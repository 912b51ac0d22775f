import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../shared/design/class-names.js'
import { MiddleEllipsis } from '../../shared/design/middle-ellipsis.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'
import { railPanels } from './viewer-rail.js'
import { ToolMenu } from './viewer-tool-bar.js'
import type { Tool } from './viewer-tools.js'

/** The bar holds six items; the other panels are among the tools, and federation is in the panel of models. */
const amongTools: readonly string[] = ['together', 'compare', 'views', 'filter', 'colors', 'extensions']
const ofAccount = railPanels.map(({ name }) => name).filter((name) => !amongTools.includes(name))

interface MobileToolbarProps {
  readonly panels: Panels
  readonly tools: readonly (readonly Tool[])[]
  /** Name of what is selected; null when nothing is. */
  readonly selectedName: string | null
  readonly inspectorOpen: boolean
  readonly sheetOpen: boolean
  readonly onInspector: () => void
  /** Panels with a button of their own. */
  readonly offered?: readonly LeftPanel[]
  /** Further content below the tools. */
  readonly more?: ReactNode
}

/** Renders one bar at the bottom of a phone: panels, tools, and the selection above it. */
export function MobileToolbar(props: MobileToolbarProps) {
  const { t } = useTranslation()
  const { panels, tools, selectedName, inspectorOpen, sheetOpen, onInspector, offered = ofAccount } = props
  const barPanels = railPanels.filter(({ name }) => offered.includes(name))
  const itemClass = 'flex h-full min-w-0 grow basis-0 flex-col items-center justify-center gap-0.5 text-12'
  return (
    <div className="pointer-events-auto absolute inset-x-0 bottom-0">
      {selectedName !== null && !sheetOpen ? (
        <button
          type="button"
          onClick={onInspector}
          className="mx-2 mb-2 flex h-11 w-[calc(100%-1rem)] items-center gap-2 rounded-card border border-line bg-surface px-3 text-start shadow-float"
        >
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
          <MiddleEllipsis name={selectedName} className="grow text-14" />
          <span className="shrink-0 text-13 font-medium text-accent">{t('properties.title')}</span>
        </button>
      ) : null}
      <nav
        aria-label={t('viewer.panels')}
        className="flex h-14 items-center border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        {barPanels.map(({ name, icon: Icon, text }) => (
          <button
            key={name}
            type="button"
            aria-pressed={panels.left === name}
            onClick={() => panels.toggleLeft(name)}
            className={classNames(itemClass, panels.left === name ? 'text-accent' : 'text-muted')}
          >
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            {t(name === 'tree' ? 'tree.short' : text)}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={inspectorOpen}
          onClick={onInspector}
          className={classNames(itemClass, inspectorOpen ? 'text-accent' : 'text-muted')}
        >
          <Info size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('properties.short')}
        </button>
        <ToolMenu groups={tools}>{props.more}</ToolMenu>
      </nav>
    </div>
  )
}
