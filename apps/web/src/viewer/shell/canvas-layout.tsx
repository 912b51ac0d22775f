import { drawsNothing } from '@kamar/core'
import type { ReactNode } from 'react'
import { classNames } from '../../platform/design/class-names.js'
import { FailureMessage } from '../../platform/files/report/failure-message.js'
import { useRetry } from '../../platform/files/use-retry.js'
import { CanvasFrame } from '../kit/canvas-frame.js'
import { LeftPanel } from '../kit/left-panel.js'
import { Slot, ViewContent } from '../kit/slot.js'
import { useViews } from '../kit/tools-context.js'
import { useViewerSession } from '../session/session.js'
import type { Progress } from '../session/use-progress.js'
import { InspectorPanel } from './inspector-panel.js'
import { MissingParts } from './missing-parts.js'
import { PreviewState } from './preview-state.js'
import { ProgressLine } from './progress-line.js'
import { SpaceBar } from './selection/selection-bar.js'
import { ViewChips } from './view-chips.js'
import { ViewerOverlay } from './viewer-overlay.js'
import { SheetStage } from './sheet-stage.js'
import { ExtensionToolBar, ViewerMobileToolbar, ViewerToolBar } from './viewer-tool-bar.js'
import { VolumeLabel } from './selection/volume-label.js'

interface CanvasLayoutProps {
  readonly topBar: ReactNode
  readonly progress: Progress
}

/** Renders the canvas of a model or of a sheet, with the bars and panels over it. */
export function CanvasLayout({ topBar, progress }: CanvasLayoutProps) {
  const { drawing, layout, model } = useViewerSession()
  return (
    <CanvasFrame
      top={
        <>
          {topBar}
          {layout.isCompact ? <Slot name="in:below-bar" /> : null}
          <ProgressLine {...progress} />
          <MissingParts missing={model.missing} />
          {layout.isCompact ? <ViewChips isCompact /> : null}
        </>
      }
      left={<LeftPanel />}
      bottom={
        <>
          {layout.isCompact ? null : <TopOfCanvas />}
          <BottomBars />
        </>
      }
      right={<InspectorPanel />}
      overlay={
        <>
          {drawing.isShown ? null : <VolumeLabel />}
          <Slot name="overlay" />
          <FloatingViews />
        </>
      }
    >
      {drawing.isShown ? <SheetStage /> : <ModelCenter />}
    </CanvasFrame>
  )
}

/** Renders the banners with the chips under them, between the panels of a wide screen and beside the view cube. */
function TopOfCanvas() {
  return (
    <div className="mb-auto w-full">
      <div className="px-28">
        <Slot name="in:below-bar" />
      </div>
      <ViewChips isCompact={false} />
    </div>
  )
}

/** Renders what a model's canvas shows at its centre. */
function ModelCenter() {
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-0 flex items-center justify-center px-4 pt-16',
        useCenterPadding(),
      )}
    >
      <CenterOverlay />
    </div>
  )
}

/** Renders movable panels above everything else. */
function FloatingViews() {
  const { layout } = useViewerSession()
  return useViews('floating')
    .filter(({ view }) => layout.isOpen(view.id))
    .map((offered) => <ViewContent key={offered.view.id} {...offered} />)
}

/** Renders the bar of the active tool and the toolbar; some tools replace the toolbar. */
function BottomBars() {
  const { isCompact, hasSheet } = useViewerSession().layout
  const bars = useViews('bar')
  const bar = bars.find(({ view }) => view.covers) ?? bars[0]
  if (bar?.view.covers) return <ViewContent {...bar} />
  // On a phone a sheet takes the place of the bars.
  const isCovered = isCompact && hasSheet
  return (
    <>
      {isCovered || (isCompact && bar) ? null : <ExtensionToolBar />}
      {bar || isCompact ? null : <SpaceBar />}
      {bar && !isCovered ? <ViewContent {...bar} /> : null}
      {isCompact ? <ViewerMobileToolbar hasToolBar={bar !== undefined} /> : <ViewerToolBar />}
    </>
  )
}

/**
 * Returns the classes that place content above the bars. A phone's sheet covers the page's lower half (`max-h-[52dvh]`
 * of the panel); the centre is then that of the rest. Otherwise the area ends above the tools, on a phone above the
 * name of the selection.
 */
function useCenterPadding(): string {
  const { layout } = useViewerSession()
  if (!layout.isCompact) return 'pb-24'
  return layout.hasSheet ? 'pb-[calc(52dvh+4rem)]' : 'pb-32'
}

/** Renders the reason why a translation failed, or what the engine is waiting for. */
function CenterOverlay() {
  const { access, model, viewer } = useViewerSession()
  const retry = useRetry()
  const { file } = access
  const report = model.manifest?.report
  if (file?.failure && !model.manifest) {
    return (
      <div className="pointer-events-auto max-w-110 rounded-card border border-line bg-surface p-2 shadow-float">
        <FailureMessage file={file} onRetry={() => retry(file)} />
      </div>
    )
  }
  if (access.hasAccount && report && drawsNothing(report)) {
    return <PreviewState report={report} file={file} viewer={viewer} />
  }
  return <ViewerOverlay model={model} />
}
