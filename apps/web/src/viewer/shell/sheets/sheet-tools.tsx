import type { SheetMeasureKind, SheetView } from '@kamar/viewer'
import {
  Eraser,
  GitCompareArrows,
  Maximize,
  Moon,
  PanelLeft,
  Ruler,
  Square,
  StrokeWidth,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../shared/commands/commands.js'
import { IconButton } from '../../../shared/design/button.js'
import { Toolbar } from '../../../shared/design/toolbar.js'
import type { ShownSheet } from '../../session/sheets/use-sheet-view.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const
const zoomFactor = 1.5

interface SheetToolsProps {
  readonly sheet: Omit<ShownSheet, 'stage'>
  /** Whether the list of sheets and layers is open. */
  readonly listOpen: boolean
  readonly onList: () => void
  /** Toggles the choice of a version to compare with; null if there is none. */
  readonly onCompare?: (() => void) | null
  readonly isChoosing?: boolean
  /** Download menu of the sheet; absent without permission. */
  readonly download?: ReactNode
}

/** Renders the tools of a drawing at the bottom centre. */
export function SheetTools({
  sheet,
  listOpen,
  onList,
  onCompare = null,
  isChoosing = false,
  download,
}: SheetToolsProps) {
  const { t } = useTranslation()
  const { view, measurements } = sheet
  const [kind, setKind] = useState<SheetMeasureKind | null>(null)
  const measure = (next: SheetMeasureKind): void => {
    const nextKind = kind === next ? null : next
    setKind(nextKind)
    view?.measure(nextKind)
  }
  const clear = (): void => {
    view?.measuring.clear()
    view?.invalidate()
  }
  // Without a canvas, zoom and measurement are disabled; the list of sheets and text search remain.
  const disabled = view === null
  useCommands({
    'sheet.list': { run: onList },
    ...(view ? createCommands(view, { ...sheet, measure }) : {}),
    ...(onCompare ? { compare: { run: onCompare } } : {}),
    ...(measurements.length > 0 ? { 'sheet.clear': { run: clear } } : {}),
  })
  return (
    <Toolbar
      label={t('sheets.tools')}
      className="pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card max-sm:gap-0 border border-line bg-surface p-1 shadow-float"
    >
      <IconButton side="top" label={t('sheets.title')} isActive={listOpen} onClick={onList}>
        <PanelLeft {...icon} />
      </IconButton>
      <ZoomButtons view={view} />
      <MeasureButtons kind={kind} disabled={disabled} onMeasure={measure} />
      {measurements.length > 0 ? (
        <IconButton side="top" label={t('sheets.clear')} onClick={clear}>
          <Eraser {...icon} />
        </IconButton>
      ) : null}
      <PaperButtons sheet={sheet} />
      {onCompare ? (
        <IconButton side="top" label={t('compare.title')} isActive={isChoosing} onClick={onCompare}>
          <GitCompareArrows {...icon} />
        </IconButton>
      ) : null}
      {download}
    </Toolbar>
  )
}

interface SheetCommandOptions extends Pick<ShownSheet, 'isDark' | 'setDark' | 'hasWeights' | 'setWeights'> {
  readonly measure: (kind: SheetMeasureKind) => void
}

/** Returns the commands for a drawn sheet, for keys and palette. */
const createCommands = (
  view: SheetView,
  { measure, isDark, setDark, hasWeights, setWeights }: SheetCommandOptions,
) => ({
  fit: { run: () => view.fit() },
  zoomIn: { run: () => view.zoomBy(zoomFactor) },
  zoomOut: { run: () => view.zoomBy(1 / zoomFactor) },
  'measure.distance': { run: () => measure('distance') },
  'measure.area': { run: () => measure('area') },
  'sheet.darkPaper': { run: () => setDark(!isDark) },
  'sheet.plottedWeights': { run: () => setWeights(!hasWeights) },
})

/** Renders the settings for paper and lines. */
function PaperButtons({ sheet }: Pick<SheetToolsProps, 'sheet'>) {
  const { t } = useTranslation()
  const { view, isDark, setDark, hasWeights, setWeights } = sheet
  const disabled = view === null
  return (
    <>
      <IconButton
        side="top"
        label={t('sheets.darkPaper')}
        disabled={disabled}
        isActive={isDark}
        onClick={() => setDark(!isDark)}
      >
        <Moon {...icon} />
      </IconButton>
      <IconButton
        side="top"
        label={t('sheets.plottedWeights')}
        disabled={disabled}
        isActive={hasWeights}
        onClick={() => setWeights(!hasWeights)}
      >
        <StrokeWidth {...icon} />
      </IconButton>
    </>
  )
}

interface MeasureButtonsProps {
  /** Kind of the active measurement. */
  readonly kind: SheetMeasureKind | null
  readonly disabled: boolean
  readonly onMeasure: (kind: SheetMeasureKind) => void
}

function MeasureButtons({ kind, disabled, onMeasure }: MeasureButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton
        side="top"
        label={t('sheets.distance')}
        disabled={disabled}
        isActive={kind === 'distance'}
        onClick={() => onMeasure('distance')}
      >
        <Ruler {...icon} />
      </IconButton>
      <IconButton
        side="top"
        label={t('sheets.area')}
        disabled={disabled}
        isActive={kind === 'area'}
        onClick={() => onMeasure('area')}
      >
        <Square {...icon} />
      </IconButton>
    </>
  )
}

function ZoomButtons({ view }: Pick<ShownSheet, 'view'>) {
  const { t } = useTranslation()
  const disabled = view === null
  return (
    <>
      <IconButton side="top" label={t('sheets.fit')} disabled={disabled} onClick={() => view?.fit()}>
        <Maximize {...icon} />
      </IconButton>
      <IconButton side="top" label={t('sheets.zoomIn')} disabled={disabled} onClick={() => view?.zoomBy(zoomFactor)}>
        <ZoomIn {...icon} />
      </IconButton>
      <IconButton
        side="top"
        label={t('sheets.zoomOut')}
        disabled={disabled}
        onClick={() => view?.zoomBy(1 / zoomFactor)}
      >
        <ZoomOut {...icon} />
      </IconButton>
    </>
  )
}
