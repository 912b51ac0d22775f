import { Cloud, ListChecks, Maximize, Moon, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../../platform/commands/commands.js'
import { IconButton } from '../../../../platform/design/button.js'
import { Toolbar } from '../../../../platform/design/toolbar.js'
import { MobileToolbar, type ToolTile } from '../../../kit/mobile-toolbar.js'
import { ToolIcon } from '../../../kit/tool-icon.js'
import { isShared } from '../../../kit/tools-context.js'
import { useViewerSession } from '../../../session/session.js'
import { StepButtons } from '../changes/step-buttons.js'
import { comparisonPanel } from '../use-comparison.js'
import type { DrawingScreen } from './use-drawing-screen.js'
import { sheetChangeName } from './sheet-change-text.js'

const zoomFactor = 1.5

interface ComparedSheetToolsProps {
  readonly screen: DrawingScreen
  readonly onEnd: () => void
}

/** Renders the comparison tools at the bottom centre: step through changes, zoom, clouds, paper. */
export function ComparedSheetTools({ screen, onEnd }: ComparedSheetToolsProps) {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const tools = useTiles(screen, onEnd)
  return (
    <Toolbar
      label={t('compare.tools')}
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float"
    >
      <IconButton
        side="top"
        label={t('compare.list')}
        isActive={layout.isOpen(comparisonPanel)}
        onClick={() => layout.toggle(comparisonPanel)}
      >
        <ListChecks size={20} />
      </IconButton>
      <StepButtons position={screen.step} count={screen.steps} onStep={screen.stepBy} />
      {tools.flat().map(({ id, icon, onSelect, isForMouse, ...button }) => (
        <IconButton
          key={id}
          side="top"
          {...button}
          className={isForMouse ? 'pointer-coarse:hidden' : ''}
          onClick={onSelect}
        >
          <ToolIcon icon={icon} />
        </IconButton>
      ))}
    </Toolbar>
  )
}

interface ComparedSheetMobileToolbarProps extends ComparedSheetToolsProps {
  /** Whether a panel covers the lower half of the page. */
  readonly hasSheet: boolean
}

/** Renders the bar at the bottom of a phone with the same tools, and the change in view above it. */
export function ComparedSheetMobileToolbar({ screen, onEnd, hasSheet }: ComparedSheetMobileToolbarProps) {
  const tools = useTiles(screen, onEnd)
  return (
    <MobileToolbar
      above={hasSheet ? null : <ChangeBar {...{ screen, onEnd }} />}
      hasButton={(panel) => panel.view.id === comparisonPanel || (panel.view.isInPhoneBar === true && isShared(panel))}
      tools={tools.map((tiles) => tiles.filter(({ isForMouse }) => !isForMouse))}
    />
  )
}

/** Renders the change in view in one line on a phone, with the buttons for the previous and the next one. */
function ChangeBar({ screen, onEnd }: ComparedSheetToolsProps) {
  const { t } = useTranslation()
  const { selected, step, steps, stepBy } = screen
  return (
    <section
      aria-label={t('compare.tools')}
      className="mx-2 mb-2 flex h-13 items-center rounded-card border border-line bg-surface px-1 shadow-float"
    >
      <StepButtons position={step} count={steps} onStep={stepBy} />
      <p className="min-w-0 grow ps-2">
        {selected ? (
          <>
            <span className="block truncate text-14">{sheetChangeName(selected.change)}</span>
            <span className="block truncate text-12 text-muted">
              {[t(`compare.${selected.change.kind}`), selected.change.layer].filter(Boolean).join(' · ')}
            </span>
          </>
        ) : null}
      </p>
      <IconButton side="top" label={t('compare.end')} onClick={onEnd}>
        <X size={20} />
      </IconButton>
    </section>
  )
}

interface ComparedSheetTile extends ToolTile {
  /** True for what fingers do by a gesture. */
  readonly isForMouse?: true
}

/** Returns the tools of the canvas in groups. */
function useTiles({ sheetView, hasClouds, setClouds }: DrawingScreen, onEnd: () => void): ComparedSheetTile[][] {
  const { t } = useTranslation()
  const { view, isDark, setDark } = sheetView
  const disabled = view === null
  return [
    [
      {
        id: 'clouds',
        label: t('compare.clouds'),
        icon: Cloud,
        isActive: hasClouds,
        onSelect: () => setClouds(!hasClouds),
      },
      { id: 'fit', label: t('sheets.fit'), icon: Maximize, disabled, onSelect: () => view?.fit() },
      {
        id: 'zoomIn',
        label: t('sheets.zoomIn'),
        icon: ZoomIn,
        disabled,
        isForMouse: true,
        onSelect: () => view?.zoomBy(zoomFactor),
      },
      {
        id: 'zoomOut',
        label: t('sheets.zoomOut'),
        icon: ZoomOut,
        disabled,
        isForMouse: true,
        onSelect: () => view?.zoomBy(1 / zoomFactor),
      },
      {
        id: 'darkPaper',
        label: t('sheets.darkPaper'),
        icon: Moon,
        isActive: isDark,
        onSelect: () => setDark(!isDark),
      },
    ],
    [{ id: 'end', label: t('compare.end'), icon: X, onSelect: onEnd }],
  ]
}

/** Registers the same actions as commands, by keys and by name. */
export function useComparedSheetCommands({ sheetView, steps, stepBy }: DrawingScreen, onList: () => void): void {
  const { view, isDark, setDark } = sheetView
  useCommands({
    fit: { run: () => view?.fit() },
    zoomIn: { run: () => view?.zoomBy(zoomFactor) },
    zoomOut: { run: () => view?.zoomBy(1 / zoomFactor) },
    compare: { run: onList },
    'sheet.darkPaper': { run: () => setDark(!isDark) },
    ...(steps > 0 ? { 'compare.next': { run: () => stepBy(1) }, 'compare.previous': { run: () => stepBy(-1) } } : {}),
  })
}
