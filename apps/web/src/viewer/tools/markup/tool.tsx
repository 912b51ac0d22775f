import type { ViewChip } from '@kamar/extensions'
import { PencilRuler } from 'lucide-react'
import { needsCanvas } from '../../kit/actions.js'
import { type Context, defineTool } from '../../kit/tool.js'
import type { Activities } from '../../session/activities.js'
import { descriptor } from './descriptor.js'
import { type MarkupControl, useMarkup } from './use-markup.js'
import { ViewMarkupBar } from './view-markup-bar.js'

type MarkupContext = Context<MarkupControl>

/** Stops the tools that pick in the model, with their panels. */
function stopPicking(activities: Activities): void {
  for (const { group, stop } of activities.get().values()) if (group === 'pick') stop()
}

/** Draws over the view. */
export const tool = defineTool({
  descriptor,
  useControl: useMarkup,
  actions: {
    markup: {
      icon: PencilRuler,
      disabled: (context: MarkupContext) => (context.control.isDrawing ? 'drawing' : needsCanvas(context)),
      run({ control, session }: MarkupContext) {
        session.layout.closeSheets()
        stopPicking(session.activities)
        control.start()
      },
    },
  },
  chips: listChips,
  activity: ({ control }: MarkupContext) => (control.isDrawing ? { group: 'draw', stop: control.end } : null),
  views: [
    {
      id: 'markup.bar',
      slot: 'bar',
      order: 1,
      covers: 'tools',
      when: ({ control }: MarkupContext) => control.isDrawing,
      content: {
        component: ({ control, session }: MarkupContext) => (
          <ViewMarkupBar markup={control} isCompact={session.layout.isCompact} />
        ),
      },
    },
  ],
})

function listChips(context: MarkupContext): readonly ViewChip[] {
  return [...listModelChips(context), ...listSheetChips(context)]
}

/** Returns the chip of markup that the camera has left: it belongs to one view and disappears with it. */
function listModelChips({ control: { hiddenShapes: count, isDrawing, modelEngine }, t }: MarkupContext): ViewChip[] {
  if (isDrawing || count === 0 || modelEngine === null) return []
  const action = { label: t('chips.returnToMarkup'), run: () => modelEngine.returnToView() }
  return [{ id: 'model-markup', text: t('chips.markup', { count }), action, remove: () => modelEngine.discard() }]
}

/** Returns the chip of the markup of a sheet. */
function listSheetChips({ control, session: { shownSheet }, t }: MarkupContext): readonly ViewChip[] {
  const { change, isMarkupVisible, setMarkupVisible, shapeCount } = shownSheet.changes
  if (control.isDrawing || shapeCount === 0) return []
  const visibility = {
    isVisible: isMarkupVisible,
    label: t(isMarkupVisible ? 'chips.hideMarkup' : 'chips.showMarkup'),
    toggle: () => setMarkupVisible(!isMarkupVisible),
  }
  const text = t('chips.markup', { count: shapeCount })
  return [{ id: 'markup', surface: 'sheet', text, visibility, remove: () => change({ markup: null }) }]
}
