import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompareSidePanel, DrawingFrame, EntityPanel, PictureProblem } from '../../sheets/drawing-frame.js'
import type { Panels } from '../../use-panels.js'
import { VersionChoice, Ways } from '../compare-panel.js'
import type { Comparison } from '../use-comparison.js'
import { ComparedSheetPanel } from './compared-sheet-panel.js'
import { ComparedSheetTools } from './compared-sheet-tools.js'
import { SheetChangeFacts } from './sheet-change-facts.js'
import { type DrawingScreen, useDrawingScreen } from './use-drawing-screen.js'

interface DrawingComparisonProps {
  readonly comparison: Comparison
  readonly older: string
  readonly newer: string
  /** Number of the newer version's sheet that was looked at before. */
  readonly sheet: number
  readonly panels: Panels
  readonly topBar: ReactNode
  readonly isPhone: boolean
}

const factsPixels = 300

/** Two versions of a drawing over the whole page: picture, list of changes, tools, and what is chosen. */
export function DrawingComparison({
  comparison,
  older,
  newer,
  sheet,
  panels,
  topBar,
  isPhone,
}: DrawingComparisonProps) {
  const screen = useDrawingScreen({ older, newer, sheet })
  const [factsWidth, setFactsWidth] = useState(factsPixels)
  const isListOpen = panels.left === 'compare'
  // On a phone one sheet at a time covers the lower half.
  const hasFacts = screen.chosen !== null && !(isPhone && isListOpen)
  const cover = isPhone
    ? { bottom: isListOpen || hasFacts ? 'calc(52dvh + 3.5rem)' : '4rem' }
    : { left: isListOpen ? panels.leftWidth + 16 : 0, right: hasFacts ? factsWidth + 16 : 0 }
  return (
    <DrawingFrame
      {...{ topBar, isPhone }}
      left={isListOpen ? <ListPanel {...{ screen, comparison, older, newer, panels, isPhone }} /> : null}
      tools={
        <ComparedSheetTools
          screen={screen}
          isListOpen={isListOpen}
          onList={() => panels.toggleLeft('compare')}
          onEnd={comparison.end}
        />
      }
      right={hasFacts ? <FactsPanel {...{ screen, isPhone }} width={factsWidth} onWidth={setFactsWidth} /> : null}
    >
      <Stage screen={screen} comparison={comparison} cover={cover} />
    </DrawingFrame>
  )
}

type ListPanelProps = Pick<DrawingComparisonProps, 'comparison' | 'older' | 'newer' | 'panels' | 'isPhone'> & {
  readonly screen: DrawingScreen
}

function ListPanel({ screen, comparison, older, newer, panels, isPhone }: ListPanelProps) {
  return (
    <CompareSidePanel {...{ panels, isPhone }}>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        <VersionChoice comparison={comparison} urn={newer} />
        <ComparedSheetPanel screen={screen} />
      </div>
      <Ways older={older} newer={newer} onEnd={comparison.end} />
    </CompareSidePanel>
  )
}

interface FactsPanelProps extends Pick<DrawingComparisonProps, 'isPhone'> {
  readonly screen: DrawingScreen
  readonly width: number
  readonly onWidth: (pixels: number) => void
}

function FactsPanel({ screen, ...place }: FactsPanelProps) {
  const { chosen, state, step } = screen
  if (chosen === null) return null
  return (
    <EntityPanel {...place} onClose={() => screen.choose(null)}>
      <SheetChangeFacts key={step} listed={chosen} versions={state.versions} />
    </EntityPanel>
  )
}

interface StageProps extends Pick<DrawingComparisonProps, 'comparison'> {
  readonly screen: DrawingScreen
  readonly cover: CSSProperties
}

/** The picture in what the panels leave free, and why there is none. */
function Stage({ screen, comparison, cover }: StageProps) {
  const { t } = useTranslation()
  const { moment, pair } = screen
  const { stage, ...picture } = screen.picture
  const problem = picture.isBlind ? t('viewer.error.webgl') : picture.failed ? t('sheets.failed') : null
  const isBeside = moment === 'beside' && pair?.before != null && pair.after !== null
  return (
    <div className="@container absolute inset-x-0 top-15 bottom-0" style={cover}>
      <div ref={stage} className="absolute inset-0" />
      {isBeside && picture.isOpen ? <SideNames comparison={comparison} isStacked={picture.isStacked} /> : null}
      {problem === null ? null : <PictureProblem>{problem}</PictureProblem>}
    </div>
  )
}

/** Which version is on which side. */
function SideNames({ comparison, isStacked }: Pick<DrawingComparisonProps, 'comparison'> & { isStacked: boolean }) {
  const { t } = useTranslation()
  const { olderFileName, versions, olderUrn, newerUrn } = comparison
  const nameOf = (urn: string | null, fallback: string): string => {
    const number = versions?.versions.find((version) => version.urn === urn)?.number
    return number === undefined ? fallback : t('versions.number', { number })
  }
  const names = [
    { name: olderFileName ?? nameOf(olderUrn, t('compare.momentBefore')), place: 'top-2 left-2' },
    {
      name: nameOf(newerUrn, t('compare.momentAfter')),
      place: isStacked ? 'top-[calc(50%+0.5rem)] left-2' : 'top-2 left-[calc(50%+0.5rem)]',
    },
  ]
  return names.map(({ name, place }) => (
    <p
      key={place}
      className={`pointer-events-none absolute ${place} rounded-control border border-line bg-surface px-2 py-0.5 text-12 shadow-float`}
    >
      {name}
    </p>
  ))
}
