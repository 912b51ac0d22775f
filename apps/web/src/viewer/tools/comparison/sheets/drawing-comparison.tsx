import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CanvasFrame, GraphicsError } from '../../../kit/canvas-frame.js'
import { LeftPanel } from '../../../kit/left-panel.js'
import type { Panels } from '../../../session/layout/use-panels.js'
import { useViewerSession } from '../../../session/session.js'
import { VersionChoice, Ways } from '../compare-panel.js'
import { type Comparison, comparisonPanel } from '../use-comparison.js'
import { ComparedSheetPanel } from './compared-sheet-panel.js'
import { ComparedSheetMobileToolbar, ComparedSheetTools, useComparedSheetCommands } from './compared-sheet-tools.js'
import { CompareSidePanel, EntityPanel } from './side-panels.js'
import { SheetChangeInfo } from './sheet-change-info.js'
import { type DrawingScreen, useDrawingScreen } from './use-drawing-screen.js'

interface DrawingComparisonProps {
  readonly comparison: Comparison
  readonly older: string
  readonly newer: string
  /** Index of the newer version's sheet that was open before. */
  readonly sheet: number
  readonly panels: Panels
  readonly topBar: ReactNode
  readonly isCompact: boolean
}

const infoPanelPixels = 300

/** Renders two versions of a drawing over the whole page: canvas, list of changes, tools, and selection. */
export function DrawingComparison({
  comparison,
  older,
  newer,
  sheet,
  panels,
  topBar,
  isCompact,
}: DrawingComparisonProps) {
  const screen = useDrawingScreen({ older, newer, sheet })
  const [infoPanelWidth, setInfoPanelWidth] = useState(infoPanelPixels)
  const { layout } = useViewerSession()
  useComparedSheetCommands(screen, () => layout.toggle(comparisonPanel))
  const isListOpen = panels.left === comparisonPanel
  // On a phone the details are opened by their button, as those of a selection.
  const hasInfoPanel = isCompact ? layout.inspector.isOpen : screen.selected !== null
  const hasOtherPanel = !isListOpen && layout.panel !== null && layout.panel === panels.left
  const hasLeftPanel = isListOpen || hasOtherPanel
  const hasSheet = hasLeftPanel || hasInfoPanel
  const cover = isCompact
    ? { bottom: hasSheet ? 'calc(52dvh + 3.5rem)' : 'calc(3.5rem + 3.75rem)' }
    : { left: hasLeftPanel ? panels.leftWidth + 68 : 52, right: hasInfoPanel ? infoPanelWidth + 16 : 0 }
  return (
    <CanvasFrame
      top={topBar}
      hasSharedPanelsOnly
      left={
        <>
          {isListOpen ? <ListPanel {...{ screen, comparison, older, newer, panels, isCompact }} /> : null}
          {hasOtherPanel ? <LeftPanel /> : null}
        </>
      }
      bottom={<BottomBar {...{ screen, comparison, isCompact, hasSheet }} />}
      right={
        hasInfoPanel ? (
          <ChangeInfoPanel
            {...{ screen, isCompact }}
            width={infoPanelWidth}
            onWidth={setInfoPanelWidth}
            onClose={() => (isCompact ? layout.inspector.close() : screen.choose(null))}
          />
        ) : null
      }
    >
      <div className="absolute inset-0 bg-page">
        <Stage screen={screen} comparison={comparison} cover={cover} />
      </div>
    </CanvasFrame>
  )
}

interface BottomBarProps extends Pick<DrawingComparisonProps, 'comparison' | 'isCompact'> {
  readonly screen: DrawingScreen
  readonly hasSheet: boolean
}

function BottomBar({ screen, comparison, isCompact, hasSheet }: BottomBarProps) {
  const toolsProps = { screen, onEnd: comparison.end }
  if (!isCompact) return <ComparedSheetTools {...toolsProps} />
  return <ComparedSheetMobileToolbar {...toolsProps} hasSheet={hasSheet} />
}

type ListPanelProps = Pick<DrawingComparisonProps, 'comparison' | 'older' | 'newer' | 'panels' | 'isCompact'> & {
  readonly screen: DrawingScreen
}

function ListPanel({ screen, comparison, older, newer, panels, isCompact }: ListPanelProps) {
  return (
    <CompareSidePanel {...{ panels, isCompact }}>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        <VersionChoice comparison={comparison} urn={newer} />
        <ComparedSheetPanel screen={screen} />
      </div>
      <Ways older={older} newer={newer} onEnd={comparison.end} />
    </CompareSidePanel>
  )
}

interface ChangeInfoPanelProps extends Pick<DrawingComparisonProps, 'isCompact'> {
  readonly screen: DrawingScreen
  readonly width: number
  readonly onWidth: (pixels: number) => void
  readonly onClose: () => void
}

function ChangeInfoPanel({ screen, ...panelProps }: ChangeInfoPanelProps) {
  const { t } = useTranslation()
  const { selected, state, step } = screen
  return (
    <EntityPanel {...panelProps}>
      {selected === null ? (
        <p className="p-4 text-13 text-pretty text-muted">{t('sheets.hint')}</p>
      ) : (
        <SheetChangeInfo key={step} listed={selected} versions={state.versions} />
      )}
    </EntityPanel>
  )
}

interface StageProps extends Pick<DrawingComparisonProps, 'comparison'> {
  readonly screen: DrawingScreen
  readonly cover: CSSProperties
}

/** Renders the canvas in the area that the panels leave free, or the reason why it is empty. */
function Stage({ screen, comparison, cover }: StageProps) {
  const { t } = useTranslation()
  const { displayedVersion, pair } = screen
  const { stage, ...sheetView } = screen.sheetView
  const error = sheetView.isHeadless ? t('viewer.error.webgl') : sheetView.failed ? t('sheets.failed') : null
  const isSideBySide = displayedVersion === 'side-by-side' && pair?.before != null && pair.after !== null
  return (
    <div className="@container absolute inset-x-0 top-15 bottom-0" style={cover}>
      <div ref={stage} className="absolute inset-0" />
      {isSideBySide && sheetView.isOpen ? <SideNames comparison={comparison} isStacked={sheetView.isStacked} /> : null}
      {error === null ? null : <GraphicsError>{error}</GraphicsError>}
    </div>
  )
}

/** Renders labels that show which version is on which side. */
function SideNames({ comparison, isStacked }: Pick<DrawingComparisonProps, 'comparison'> & { isStacked: boolean }) {
  const { t } = useTranslation()
  const { olderFileName, versions, olderUrn, newerUrn } = comparison
  const formatName = (urn: string | null, fallback: string): string => {
    const number = versions?.versions.find((version) => version.urn === urn)?.number
    return number === undefined ? fallback : t('versions.number', { number })
  }
  const names = [
    { name: olderFileName ?? formatName(olderUrn, t('compare.momentBefore')), place: 'top-2 left-2' },
    {
      name: formatName(newerUrn, t('compare.momentAfter')),
      place: isStacked ? 'top-[calc(50%+0.5rem)] left-2' : 'top-2 left-[calc(50%+0.5rem)]',
    },
  ]
  return names.map(({ name, place: className }) => (
    <p
      key={className}
      className={`pointer-events-none absolute ${className} rounded-control border border-line bg-surface px-2 py-0.5 text-12 shadow-float`}
    >
      {name}
    </p>
  ))
}
