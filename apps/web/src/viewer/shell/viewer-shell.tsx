import type { ReactNode, RefCallback } from 'react'
import { Slot, ViewContent } from '../kit/slot.js'
import type { Tool } from '../kit/tool.js'
import { ToolsContext, useViews } from '../kit/tools-context.js'
import { TopBarContext } from '../kit/top-bar-context.js'
import { type Session, SessionContext, useViewerSession } from '../session/session.js'
import { type Progress, useProgress } from '../session/use-progress.js'
import { CanvasLayout } from './canvas-layout.js'
import { CanvasMenu } from './canvas-menu.js'
import { DrawingSwitch } from './drawing-switch.js'
import { ScreenReaderViewer } from './screen-reader-viewer.js'
import { ToolHosts } from './tool-hosts.js'

interface ViewerShellProps {
  readonly session: Session
  /** Tools of the page. */
  readonly tools: readonly Tool[]
  /** Element in which the engine draws. */
  readonly stage: RefCallback<HTMLElement>
  readonly topBar: ReactNode
  /** Further content of the page. */
  readonly children?: ReactNode
}

/** Renders a page with the model over its whole area and everything else floating over it. */
export function ViewerShell({ session, tools, stage, topBar: header, children }: ViewerShellProps) {
  const progress = useProgress(session.model, session.access.file)
  // What a tool displays instead of the canvas has no place of its own for the banners.
  const topBar = (
    <>
      {header}
      <Slot name="in:below-bar" />
    </>
  )
  return (
    <SessionContext value={session}>
      <ToolsContext value={tools}>
        <ToolHosts tools={tools}>
          <div className="fixed inset-0 overflow-hidden bg-page">
            <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
              <div ref={stage} className="model-stage absolute inset-0" />
              <ScreenReaderViewer />
              <CanvasMenu />
              <TopBarContext value={topBar}>
                <Surface topBar={header} progress={progress} />
              </TopBarContext>
            </main>
            <Dialogs />
            {children}
          </div>
        </ToolHosts>
      </ToolsContext>
    </SessionContext>
  )
}

/** Renders the open document, or what a tool displays instead, and the switch between model and sheets. */
function Surface(props: { readonly topBar: ReactNode; readonly progress: Progress }) {
  const { drawing } = useViewerSession()
  const [surface] = useViews('surface')
  return (
    <>
      {surface ? <ViewContent {...surface} /> : <CanvasLayout {...props} />}
      <DrawingSwitch drawing={drawing} />
    </>
  )
}

/** Renders the open dialog; its code is loaded when it is opened. */
function Dialogs() {
  const { layout } = useViewerSession()
  const open = useViews('dialog').find(({ view }) => layout.isOpen(view.id))
  return (
    <>
      {open ? <ViewContent key={open.view.id} {...open} /> : null}
      <Slot name="in:page" />
    </>
  )
}
