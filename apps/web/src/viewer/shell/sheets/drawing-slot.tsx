import { type ReactNode, use } from 'react'
import { ViewContent } from '../../kit/slot.js'
import { useViews } from '../../kit/tools-context.js'
import { TopBarContext } from '../../kit/top-bar-context.js'
import { useViewerSession } from '../../session/session.js'
import { DrawingLayout } from './drawing-layout.js'
import { DrawingSwitch } from './drawing-switch.js'

/** Renders the model page, or instead the file's sheets, and the switch between them. */
export function DrawingSlot({ children }: { readonly children: ReactNode }) {
  const { access, drawing, layout } = useViewerSession()
  const [surface] = useViews('surface')
  const topBar = use(TopBarContext)
  const { urn, manifest } = drawing
  const { isCompact, isNarrow } = layout
  const isDrawing = drawing.isShown && urn !== null && manifest !== null
  return (
    <>
      {isDrawing && surface ? (
        <ViewContent {...surface} />
      ) : isDrawing ? (
        <DrawingLayout
          key={urn}
          drawing={{ ...drawing, urn, manifest }}
          file={access.exported}
          {...{ topBar, isCompact, isNarrow }}
        />
      ) : (
        children
      )}
      <DrawingSwitch drawing={drawing} />
    </>
  )
}
