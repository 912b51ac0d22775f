import { ChevronDown, ChevronUp, Cloud, ListChecks, Maximize, Moon, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../../platform/commands/commands.js'
import { IconButton } from '../../../../platform/design/button.js'
import { Toolbar } from '../../../../platform/design/toolbar.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import type { DrawingScreen } from './use-drawing-screen.js'

const zoomFactor = 1.5

interface ComparedSheetToolsProps {
  readonly screen: DrawingScreen
  readonly isListOpen: boolean
  readonly onList: () => void
  readonly onEnd: () => void
}

/** Renders the comparison tools at the bottom centre: step through changes, zoom, clouds, paper. */
export function ComparedSheetTools({ screen, isListOpen, onList, onEnd }: ComparedSheetToolsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { sheetView, step, steps, stepBy, hasClouds, setClouds } = screen
  const { view, isDark, setDark } = sheetView
  useComparedSheetCommands(screen, onList)
  const positionText = step < 0 ? formats.number(steps) : `${formats.number(step + 1)} / ${formats.number(steps)}`
  return (
    <Toolbar
      label={t('compare.tools')}
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float max-sm:gap-0"
    >
      <IconButton side="top" label={t('compare.list')} isActive={isListOpen} onClick={onList}>
        <ListChecks size={20} />
      </IconButton>
      <IconButton side="top" label={t('compare.previous')} disabled={steps === 0} onClick={() => stepBy(-1)}>
        <ChevronUp size={20} />
      </IconButton>
      <span
        role="status"
        aria-label={t('compare.step', { place: positionText })}
        className="min-w-12 text-center text-13 tabular-nums"
      >
        {positionText}
      </span>
      <IconButton side="top" label={t('compare.next')} disabled={steps === 0} onClick={() => stepBy(1)}>
        <ChevronDown size={20} />
      </IconButton>
      <IconButton side="top" label={t('compare.clouds')} isActive={hasClouds} onClick={() => setClouds(!hasClouds)}>
        <Cloud size={20} />
      </IconButton>
      <ZoomButtons view={view} />
      <IconButton side="top" label={t('sheets.darkPaper')} isActive={isDark} onClick={() => setDark(!isDark)}>
        <Moon size={20} />
      </IconButton>
      <IconButton side="top" label={t('compare.end')} onClick={onEnd}>
        <X size={20} />
      </IconButton>
    </Toolbar>
  )
}

function ZoomButtons({ view }: Pick<DrawingScreen['sheetView'], 'view'>) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton side="top" label={t('sheets.fit')} disabled={view === null} onClick={() => view?.fit()}>
        <Maximize size={20} />
      </IconButton>
      <IconButton
        side="top"
        label={t('sheets.zoomIn')}
        disabled={view === null}
        className="max-sm:hidden pointer-coarse:hidden"
        onClick={() => view?.zoomBy(zoomFactor)}
      >
        <ZoomIn size={20} />
      </IconButton>
      <IconButton
        side="top"
        label={t('sheets.zoomOut')}
        disabled={view === null}
        className="max-sm:hidden pointer-coarse:hidden"
        onClick={() => view?.zoomBy(1 / zoomFactor)}
      >
        <ZoomOut size={20} />
      </IconButton>
    </>
  )
}

/** Registers the same actions as commands, by keys and by name. */
function useComparedSheetCommands({ sheetView, steps, stepBy }: DrawingScreen, onList: () => void): void {
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
