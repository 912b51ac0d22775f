import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaletteItems } from '../../../shared/commands/palette-items.js'
import type { ExportedFile } from '../../../shared/files/download-export.js'
import { liveConnection } from '../../../shared/files/live-connection.js'
import { useObservable } from '../../../shared/observable.js'
import { useIsNarrow, useIsCompact } from '../../../shared/use-media.js'
import { useOnline } from '../../../shared/use-online.js'
import { DrawingComparison } from '../../tools/comparison/sheets/drawing-comparison.js'
import type { Comparison } from '../../tools/comparison/use-comparison.js'
import type { OpenFile } from '../../session/use-open-file.js'
import type { Panels } from '../../session/use-panels.js'
import { ViewerTopBar } from '../viewer-top-bar.js'
import { DrawingLayout } from './drawing-layout.js'
import { DrawingSwitch } from './drawing-switch.js'
import { type DrawnModel, useDrawing } from '../../session/sheets/use-drawing.js'

/** Comparison of drawings in the user's own files, and its panel. */
export interface ComparedDrawing {
  readonly comparison: Comparison
  readonly panels: Panels
}

interface DrawingSlotProps extends ComparedDrawing {
  readonly model: DrawnModel
  readonly open: OpenFile
  /** Null if the model cannot be shared. */
  readonly onShare: (() => void) | null
  /** Content that floats over the model. */
  readonly children: ReactNode
}

/** Renders the model page, or instead the file's sheets. */
export function DrawingSlot({ model, open, onShare, comparison, panels, children }: DrawingSlotProps) {
  const { t } = useTranslation()
  const [online, live] = [useOnline(), useObservable(liveConnection)]
  // Exports need a complete package.
  const file =
    open.file && model.urn !== null && model.manifest ? { urn: model.urn, description: open.file.description } : null
  const topBar = (
    <ViewerTopBar
      name={open.name}
      detail={open.detail}
      file={open.file}
      onShare={onShare}
      connected={online && live}
      statusText={t(model.manifest ? 'viewer.modelLoaded' : 'viewer.loadingModel')}
      report={null}
      onReport={() => undefined}
    />
  )
  const canCompare = model.manifest !== null && (!open.isExample || comparison.olderUrn !== null)
  return (
    <ModelOrDrawing {...{ model, file, topBar }} compared={canCompare ? { comparison, panels } : null}>
      {children}
    </ModelOrDrawing>
  )
}

interface ModelOrDrawingProps extends Pick<DrawingSlotProps, 'model' | 'children'> {
  /** File from which a sheet is exported; null if it cannot be exported. */
  readonly file: ExportedFile | null
  /** Bar over a drawing; the model page has its own. */
  readonly topBar: ReactNode
  /** Null if there are no other versions. */
  readonly compared?: ComparedDrawing | null
}

/** Renders the model or the drawing, and the switch between them. */
export function ModelOrDrawing({ model, file, topBar, compared = null, children }: ModelOrDrawingProps) {
  const drawing = useDrawing(model)
  const [isCompact, isNarrow] = [useIsCompact(), useIsNarrow()]
  const { urn, manifest } = drawing
  const { t } = useTranslation()
  usePaletteItems(
    drawing.sheets.map(({ name, path, kind }, number) => ({
      id: `sheet-${path}`,
      name: t('commands.openSheet', { name }),
      note: t(`sheets.${kind}`),
      group: 'places',
      run: () => drawing.show('sheet', number),
    })),
  )
  const isDrawing = drawing.isShown && urn !== null && manifest !== null
  const older = compared?.comparison.olderUrn ?? null
  return (
    <>
      {isDrawing && compared && older !== null ? (
        <DrawingComparison
          key={`${older} ${urn}`}
          {...compared}
          {...{ older, topBar, isCompact }}
          newer={urn}
          sheet={drawing.number}
        />
      ) : isDrawing ? (
        <DrawingLayout
          key={urn}
          drawing={{ ...drawing, urn, manifest }}
          {...{ file, compared, topBar, isCompact, isNarrow }}
        />
      ) : (
        children
      )}
      <DrawingSwitch drawing={drawing} />
    </>
  )
}
