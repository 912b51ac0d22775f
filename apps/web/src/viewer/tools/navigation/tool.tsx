import type { ViewChip } from '@kamar/extensions'
import { Footprints } from 'lucide-react'
import { needsModel } from '../../kit/actions.js'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { NavigationBar } from './navigation-bar.js'
import { NavigationPanel } from './navigation-panel.js'
import { findPlanStorey, StoreyAction } from './storey-action.js'
import { type NavigationControl, useNavigation } from './use-navigation.js'

type NavigationContext = Context<NavigationControl>

const panel = 'navigate'
/** Keys for walking and flying; they trigger no commands in those modes. */
const moveKeys: ReadonlySet<string> = new Set(['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyQ', 'KeyE'])

/** Switches a navigation mode on or off. */
const move = (mode: 'walk' | 'fly' | 'zoom-window'): Action<NavigationControl> => ({
  disabled: needsModel,
  run: ({ control }) => (control.mode === mode ? control.stop() : control.start(mode)),
})

/** Moves through the model: walking, flying, plans of storeys. */
export const tool = defineTool({
  descriptor,
  useControl: useNavigation,
  actions: {
    navigate: {
      icon: Footprints,
      disabled: needsModel,
      isOn: ({ control, session }: NavigationContext) => control.mode !== null || session.layout.isOpen(panel),
      run: ({ control, session }: NavigationContext) =>
        control.mode === null ? session.layout.toggle(panel) : control.stop(),
    },
    walk: move('walk'),
    fly: move('fly'),
    zoomWindow: move('zoom-window'),
  },
  activity({ control: { mode, stop } }: NavigationContext) {
    if (mode === null) return null
    return { group: 'move', stop, ...(mode === 'zoom-window' ? {} : { reservedKeys: moveKeys }) }
  },
  chips: listChips,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 120,
      title: 'navigate.title',
      content: {
        component: ({ control, session: { layout, viewer } }: NavigationContext) => (
          <NavigationPanel
            viewer={viewer}
            navigation={control}
            onStart={() => (layout.isCompact ? layout.close(panel) : undefined)}
          />
        ),
      },
    },
    {
      id: 'navigate.bar',
      slot: 'bar',
      order: 30,
      when: ({ control: { mode, plan } }: NavigationContext) => mode !== null || plan !== null,
      content: {
        component: ({ control, session }: NavigationContext) => (
          <NavigationBar navigation={control} isCompact={session.layout.isCompact} />
        ),
      },
    },
    {
      id: 'navigate.selection',
      slot: 'in:selection',
      order: 10,
      when: ({ session }: NavigationContext) => findPlanStorey(session) !== null,
      content: { component: StoreyAction },
    },
  ],
})

/** Chips of other tools that name what a plan does to the model. */
const causedChips = ['isolated', 'hidden', 'section'] as const

/** Returns the chip of the storey that is shown as a plan. */
function listChips({ control: { plan, storeys, showStorey }, t }: NavigationContext): readonly ViewChip[] {
  const storey = storeys.find(({ element }) => element === plan)
  if (!storey) return []
  const text = t('chips.plan', { storey: storey.name || t('tree.unnamed') })
  return [{ id: 'plan', text, replaces: causedChips, remove: () => void showStorey(null).catch(() => null) }]
}
