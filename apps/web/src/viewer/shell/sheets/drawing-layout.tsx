import type { Manifest } from '@kamar/view-package/read'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportedFile } from '../../../shared/files/download-export.js'
import { EmptyState } from '../../../shared/design/empty-state.js'
import { ViewContent } from '../../kit/slot.js'
import { type OfferedView, useViews } from '../../kit/tools-context.js'
import { useViewerSession } from '../../session/session.js'
import { Panel } from '../../kit/panel.js'
import { clampPanel } from '../../session/use-panels.js'
import { CompareSidePanel, DrawingFrame, EntityPanel, GraphicsError } from '../../kit/drawing-frame.js'
import { SheetDownload } from '../../tools/download/sheet-download.js'
import { SheetInfoPanel } from '../../tools/properties/sheet-info-panel.js'
import { useSheetInsets } from './sheet-insets.js'
import { SheetThumbnail } from '../../kit/sheet-thumbnail.js'
import { SheetPanel } from '../../tools/sheet-list/sheet-panel.js'
import { SheetTools } from './sheet-tools.js'
import type { Drawing } from '../../session/sheets/use-drawing.js'
import { type ShownSheet, useSheetView } from '../../session/sheets/use-sheet-view.js'

interface DrawingLayoutProps {
  readonly drawing: Drawing & { readonly urn: string; readonly manifest: Manifest }
  /** File of the sheets; null if it cannot be exported. */
  readonly file: ExportedFile | null
  readonly topBar: ReactNode
  readonly isCompact: boolean
  readonly isNarrow: boolean
}

const startPixels = 300

/** Renders a sheet over the whole page, with the list of sheets, layers, tools and the selection. */
export function DrawingLayout({ drawing, file, topBar, isCompact, isNarrow }: DrawingLayoutProps) {
  const sheetNumber = drawing.number
  const { listOpen, isChoosing, choice, toggleChoice, toggleList, setListOpen } = useListOrChoice(isNarrow)
  const { stage, ...sheet } = useSheetView(drawing.urn, drawing.manifest, sheetNumber)
  const choose = (number: number): void => {
    drawing.show('sheet', number)
    if (isCompact) setListOpen(false)
  }
  const [leftWidth, setLeftWidth] = useState(startPixels)
  const [rightWidth, setRightWidth] = useState(startPixels)
  const hasInfoPanel = (sheet.selected !== null && !(isCompact && (listOpen || isChoosing))) || !isNarrow
  useSheetInsets(sheet.view, {
    left: listOpen || isChoosing ? leftWidth : null,
    right: hasInfoPanel ? rightWidth : null,
    isCompact,
  })
  return (
    <DrawingFrame
      {...{ topBar, isCompact }}
      left={
        <LeftSlot
          {...{ drawing, sheet, sheetNumber, isCompact, listOpen, choice: isChoosing ? choice : undefined }}
          width={leftWidth}
          onWidth={setLeftWidth}
          onChoose={choose}
          onClose={() => setListOpen(false)}
        />
      }
      tools={
        <SheetTools
          sheet={sheet}
          listOpen={listOpen}
          onList={toggleList}
          onCompare={toggleChoice}
          isChoosing={isChoosing}
          download={file && <SheetDownload file={file} sheets={drawing.sheets} sheetNumber={sheetNumber} />}
        />
      }
      right={
        hasInfoPanel ? (
          <EntityPanel
            isCompact={isCompact}
            width={rightWidth}
            onWidth={setRightWidth}
            onClose={() => sheet.view?.select(null)}
          >
            <SheetInfoPanel entityInfo={sheet.selected} report={drawing.manifest.report} />
          </EntityPanel>
        ) : null
      }
    >
      <div ref={stage} className="absolute inset-0" />
      <SheetState sheet={sheet} urn={drawing.urn} path={drawing.sheets[sheetNumber]?.thumbnail ?? null} />
    </DrawingFrame>
  )
}

/** Provides the list of sheets, or instead the choice of a version to compare with. */
function useListOrChoice(isNarrow: boolean) {
  const [isWanted, setListOpen] = useState(!isNarrow)
  const { layout, model } = useViewerSession()
  const panel = useViews('panel').find(({ tool, view }) => tool.descriptor.surface !== 'model' && view.rail)
  const choice = model.manifest ? panel : undefined
  const id = choice?.view.id ?? ''
  const isChoosing = choice !== undefined && layout.isOpen(id)
  const toggleList = (): void => {
    if (isChoosing) layout.close(id)
    setListOpen(isChoosing || !isWanted)
  }
  const toggleChoice = choice ? (): void => layout.toggle(id) : null
  return { listOpen: isWanted && !isChoosing, isChoosing, choice, toggleChoice, toggleList, setListOpen }
}

interface SheetStateProps {
  readonly sheet: Pick<ShownSheet, 'failed' | 'isHeadless'>
  readonly urn: string
  /** Path of the sheet's thumbnail. */
  readonly path: string | null
}

/** Renders the reason why no sheet is drawn. */
function SheetState({ sheet, urn, path }: SheetStateProps) {
  const { t } = useTranslation()
  if (sheet.isHeadless) return <NoGraphics urn={urn} path={path} />
  return sheet.failed ? <GraphicsError>{t('sheets.failed')}</GraphicsError> : null
}

/** Renders the server's thumbnail in browsers without WebGL. */
function NoGraphics({ urn, path }: { urn: string; path: string | null }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="absolute top-1/2 left-1/2 max-w-[calc(100%-1rem)] -translate-1/2 rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={
          <span className="flex max-h-48 max-w-64 items-center justify-center rounded-control bg-white p-1">
            <SheetThumbnail urn={urn} path={path} />
          </span>
        }
        title={t('viewer.error.webgl')}
      >
        {t('viewer.error.webglHint')}
      </EmptyState>
    </div>
  )
}

interface LeftSlotProps extends ListPanelProps {
  readonly listOpen: boolean
  /** The open panel of a tool, which replaces the list. */
  readonly choice: OfferedView | undefined
}

/** Renders the list of sheets, or the choice of a version. */
function LeftSlot({ listOpen, choice, ...list }: LeftSlotProps) {
  const { panels } = useViewerSession().layout
  if (choice) {
    return (
      <CompareSidePanel panels={panels} isCompact={list.isCompact}>
        <div className="min-h-0 grow overflow-y-auto overscroll-contain">
          <ViewContent {...choice} />
        </div>
      </CompareSidePanel>
    )
  }
  return listOpen ? <ListPanel {...list} /> : null
}

interface ListPanelProps extends Pick<DrawingLayoutProps, 'drawing' | 'isCompact'> {
  readonly sheet: Omit<ShownSheet, 'stage'>
  readonly width: number
  readonly onWidth: (pixels: number) => void
  readonly sheetNumber: number
  readonly onChoose: (sheet: number) => void
  readonly onClose: () => void
}

function ListPanel({ drawing, sheet, sheetNumber, isCompact, width, onWidth, onChoose, onClose }: ListPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('sheets.title')}
      side="left"
      width={width}
      asSheet={isCompact}
      onWidth={(pixels) => onWidth(clampPanel(pixels))}
      onClose={onClose}
    >
      <SheetPanel {...{ drawing, sheet, sheetNumber, onChoose }} urn={drawing.urn} />
    </Panel>
  )
}
