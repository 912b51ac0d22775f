import type { SheetMeasureKind } from '@kamar/viewer'
import { Eraser, Maximize, Moon, PanelLeft, Ruler, Square, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../shared/commands/commands.js'
import { IconButton } from '../../../shared/design/button.js'
import { Toolbar } from '../../../shared/design/toolbar.js'
import type { ShownSheet } from './use-sheet-view.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const
const zoomFactor = 1.5

interface SheetToolsProps {
  readonly sheet: Omit<ShownSheet, 'stage'>
  /** Opens and closes the list of sheets and layers. */
  readonly listOpen: boolean
  readonly onList: () => void
  /** What saves the sheet; nothing where nobody may. */
  readonly download?: ReactNode
}

/** The tools of a drawing at the bottom centre. */
export function SheetTools({ sheet, listOpen, onList, download }: SheetToolsProps) {
  const { t } = useTranslation()
  const { view, isDark, setDark, measurements } = sheet
  const [kind, setKind] = useState<SheetMeasureKind | null>(null)
  const measure = (next: SheetMeasureKind): void => {
    const chosen = kind === next ? null : next
    setKind(chosen)
    view?.measure(chosen)
  }
  const clear = (): void => {
    view?.measuring.clear()
    view?.invalidate()
  }
  useCommands({
    fit: { run: () => view?.fit() },
    zoomIn: { run: () => view?.zoomBy(zoomFactor) },
    zoomOut: { run: () => view?.zoomBy(1 / zoomFactor) },
    'measure.distance': { run: () => measure('distance') },
    'measure.area': { run: () => measure('area') },
    'sheet.list': { run: onList },
    'sheet.darkPaper': { run: () => setDark(!isDark) },
    ...(measurements.length > 0 ? { 'sheet.clear': { run: clear } } : {}),
  })
  return (
    <Toolbar
      label={t('sheets.tools')}
      className="pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card max-sm:gap-0 border border-line bg-surface p-1 shadow-float"
    >
      <IconButton side="top" label={t('sheets.title')} pressed={listOpen} onClick={onList}>
        <PanelLeft {...icon} />
      </IconButton>
      <IconButton side="top" label={t('sheets.fit')} onClick={() => view?.fit()}>
        <Maximize {...icon} />
      </IconButton>
      <IconButton side="top" label={t('sheets.zoomIn')} onClick={() => view?.zoomBy(zoomFactor)}>
        <ZoomIn {...icon} />
      </IconButton>
      <IconButton side="top" label={t('sheets.zoomOut')} onClick={() => view?.zoomBy(1 / zoomFactor)}>
        <ZoomOut {...icon} />
      </IconButton>
      <MeasureButtons kind={kind} onMeasure={measure} />
      {measurements.length > 0 ? (
        <IconButton side="top" label={t('sheets.clear')} onClick={clear}>
          <Eraser {...icon} />
        </IconButton>
      ) : null}
      <IconButton side="top" label={t('sheets.darkPaper')} pressed={isDark} onClick={() => setDark(!isDark)}>
        <Moon {...icon} />
      </IconButton>
      {download}
    </Toolbar>
  )
}

interface MeasureButtonsProps {
  /** What is measured now. */
  readonly kind: SheetMeasureKind | null
  readonly onMeasure: (kind: SheetMeasureKind) => void
}

function MeasureButtons({ kind, onMeasure }: MeasureButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton
        side="top"
        label={t('sheets.distance')}
        pressed={kind === 'distance'}
        onClick={() => onMeasure('distance')}
      >
        <Ruler {...icon} />
      </IconButton>
      <IconButton side="top" label={t('sheets.area')} pressed={kind === 'area'} onClick={() => onMeasure('area')}>
        <Square {...icon} />
      </IconButton>
    </>
  )
}
