import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../shared/commands/shortcuts.js'
import type { MeasureControl } from '../tools/measure/use-measure.js'
import { elementClass, elementName } from '../session/use-tree.js'
import type { ViewerState } from '../session/use-viewer-state.js'

interface ScreenReaderViewerProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly viewerState: ViewerState
  readonly measure: MeasureControl
  /** Name of the model. */
  readonly name: string | null
}

/** Describes the canvas for screen readers: the model, the selection, the measurements. */
export function ScreenReaderViewer({ viewer, tree, viewerState, measure, name }: ScreenReaderViewerProps) {
  const { t } = useTranslation()
  const id = useId()
  const shortcutText = useShortcutText()
  useEffect(() => {
    const canvas = viewer?.canvas
    if (!canvas) return
    // The canvas handles arrow and letter keys: with this role, screen readers pass them on.
    canvas.setAttribute('role', 'application')
    canvas.setAttribute('aria-roledescription', t('commands.spoken.model'))
    canvas.setAttribute('aria-describedby', id)
    if (name !== null) canvas.setAttribute('aria-label', name)
  }, [viewer, name, id, t])
  const keys = { palette: shortcutText('palette') ?? '', shortcuts: shortcutText('shortcuts') ?? '' }
  return (
    <div className="sr-only">
      <p id={id}>{t('commands.spoken.instructions', keys)}</p>
      <p role="status">{selectionText({ tree, viewerState, t })}</p>
      <p role="status">{measureText(measure, t)}</p>
    </div>
  )
}

function selectionText({
  tree,
  viewerState,
  t,
}: Pick<ScreenReaderViewerProps, 'tree' | 'viewerState'> & { t: TFunction }): string {
  const { selected } = viewerState
  const [only] = selected
  if (only === undefined) return ''
  if (!tree || selected.length > 1) return t('properties.several', { count: selected.length })
  const name = elementName(tree, only)
  const kind = elementClass(tree, only)
  return t('commands.spoken.selected', { name: name === kind ? name : `${name}, ${kind}` })
}

/** Returns the text of the latest measurement. */
function measureText({ engine, measurements }: MeasureControl, t: TFunction): string {
  const last = measurements.at(-1)
  if (!engine || !last) return ''
  const values = engine
    .computeValues(last)
    .map((value) => `${t(`measure.value.${value.name}`)}: ${engine.formatValue(value)}`)
  return `${t(`measure.kind.${last.kind}`)}. ${values.join(', ')}`
}
