import type { Viewer } from '@kamar/viewer'
import { Copy, Eye, EyeOff, Ghost, ScanEye, SquareMousePointer, ZoomIn } from 'lucide-react'
import { copyText } from '../../../platform/design/copy-button.js'
import { MenuItem, MenuSeparator } from '../../../platform/design/menu.js'
import { needsModel, needsSelection } from '../../kit/actions.js'
import { SelectionAction } from '../../kit/selection/selection-action.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { elementClass, elementName } from '../../session/use-tree.js'
import { descriptor } from './descriptor.js'
import { listVisibilityChips } from './visibility-chips.js'
import { useSelectSeveral } from './use-select-several.js'

interface ElementsControl {
  readonly selectsSeveral: boolean
  readonly setSelectsSeveral: (on: boolean) => void
}

type ElementsContext = Context<ElementsControl>

/** Acts on the selected elements; the action can be undone. */
const act =
  (change: (viewer: Viewer, elements: readonly number[]) => void): Action<ElementsControl>['run'] =>
  ({ session: { state, viewer } }) =>
    viewer?.undoable(() => change(viewer, state.selected))

/** Selection and visibility of elements. */
export const tool = defineTool({
  descriptor,
  useControl({ viewer }): ElementsControl {
    const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(viewer)
    return { selectsSeveral, setSelectsSeveral }
  },
  actions: {
    zoomTo: {
      icon: ZoomIn,
      disabled: needsSelection,
      text: ({ t }: ElementsContext) => t('viewer.zoomTo'),
      run: ({ session }: ElementsContext) => session.viewer?.fitToView(session.state.selected),
    },
    select: {
      icon: SquareMousePointer,
      disabled: needsModel,
      isOn: ({ control }: ElementsContext) => control.selectsSeveral,
      run: ({ control }: ElementsContext) => control.setSelectsSeveral(!control.selectsSeveral),
    },
    clearSelection: {
      disabled: needsSelection,
      run: ({ session }: ElementsContext) => session.viewer?.selection.clear(),
    },
    hide: {
      icon: EyeOff,
      disabled: needsSelection,
      run(context: ElementsContext) {
        act(({ visibility }, elements) => visibility.hide(elements))(context)
        context.session.viewer?.selection.clear()
      },
    },
    isolate: {
      icon: ScanEye,
      disabled: needsSelection,
      run: act(({ visibility }, elements) => visibility.isolate(elements)),
    },
    ghost: {
      icon: Ghost,
      disabled: needsSelection,
      run: act(({ visibility }, elements) => visibility.ghostOthers(elements)),
    },
    showAll: {
      icon: Eye,
      disabled: (context: ElementsContext) =>
        needsModel(context) ?? (context.session.state.changedVisibility ? null : 'hidden'),
      run: act(({ visibility }) => visibility.showAll()),
    },
  },
  describe: describeSelection,
  chips: listVisibilityChips,
  views: [
    {
      id: 'elements.selection',
      slot: 'in:selection',
      order: 20,
      content: {
        component: ({ session, t }: ElementsContext) => (
          <SelectionAction
            icon={ScanEye}
            label={t('viewer.isolate')}
            shortLabel={t('viewer.isolate')}
            onClick={() => session.run('isolate')}
          />
        ),
      },
    },
    {
      id: 'elements.copy',
      slot: 'in:canvas-menu',
      order: 10,
      when: (context: ElementsContext) => findSourceId(context) !== '',
      content: {
        component: (context: ElementsContext) => (
          <>
            <MenuSeparator />
            <MenuItem icon={<Copy />} onSelect={() => void copyText(findSourceId(context))}>
              {context.t('viewer.copyId')}
            </MenuItem>
          </>
        ),
      },
    },
  ],
})

/** Returns the id that the only selected element has in its source; empty without one. */
function findSourceId({ session: { state, tree } }: ElementsContext): string {
  const [only, ...others] = state.selected
  return tree && only !== undefined && others.length === 0 ? tree.sourceId(only) : ''
}

function describeSelection({ session: { state, tree }, t }: ElementsContext): string {
  const { selected } = state
  const [only] = selected
  if (only === undefined) return ''
  if (!tree || selected.length > 1) return t('properties.several', { count: selected.length })
  const name = elementName(tree, only)
  const kind = elementClass(tree, only)
  return t('commands.spoken.selected', { name: name === kind ? name : `${name}, ${kind}` })
}
