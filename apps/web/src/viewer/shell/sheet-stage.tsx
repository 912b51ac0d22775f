import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../platform/design/empty-state.js'
import { GraphicsError } from '../kit/canvas-frame.js'
import { SheetThumbnail } from '../kit/sheet-thumbnail.js'
import { useViewerSession } from '../session/session.js'

/** Renders the sheet over the model, and the reason if it cannot be drawn. */
export function SheetStage() {
  const {
    drawing,
    shownSheet: { stage },
  } = useViewerSession()
  return (
    <div className="absolute inset-0 bg-page">
      <div key={drawing.urn} ref={stage} className="absolute inset-0" />
      <SheetState />
    </div>
  )
}

/** Renders the reason why no sheet is drawn. */
function SheetState() {
  const { t } = useTranslation()
  const { shownSheet } = useViewerSession()
  if (shownSheet.isHeadless) return <NoGraphics />
  return shownSheet.failed ? <GraphicsError>{t('sheets.failed')}</GraphicsError> : null
}

/** Renders the server's thumbnail in browsers without WebGL. */
function NoGraphics() {
  const { t } = useTranslation()
  const { drawing } = useViewerSession()
  return (
    <div
      role="alert"
      className="absolute top-1/2 left-1/2 max-w-[calc(100%-1rem)] -translate-1/2 rounded-card border border-line bg-surface shadow-float"
    >
      <EmptyState
        icon={
          <span className="flex max-h-48 max-w-64 items-center justify-center rounded-control bg-white p-1">
            <SheetThumbnail urn={drawing.urn ?? ''} path={drawing.sheets[drawing.number]?.thumbnail ?? null} />
          </span>
        }
        title={t('viewer.error.webgl')}
      >
        {t('viewer.error.webglHint')}
      </EmptyState>
    </div>
  )
}
