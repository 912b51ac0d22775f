import { useHistory } from '../../kit/use-history.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

type HistoryContext = Context<ReturnType<typeof useHistory>>

/** Undo and redo of changes to the view. */
export const tool = defineTool({
  descriptor,
  useControl: ({ drawing, sheet, viewer }) => useHistory(drawing.isShown ? sheet : viewer),
  actions: {
    undo: {
      disabled: ({ control }: HistoryContext) => (control.canUndo ? null : 'undo'),
      run: ({ control }: HistoryContext) => control.undo(),
    },
    redo: {
      disabled: ({ control }: HistoryContext) => (control.canRedo ? null : 'undo'),
      run: ({ control }: HistoryContext) => control.redo(),
    },
  },
})
