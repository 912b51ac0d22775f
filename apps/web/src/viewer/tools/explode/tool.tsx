import { type Context, defineTool } from '../../kit/tool.js'
import { PanelSection } from '../../kit/panel/panel-section.js'
import { descriptor } from './descriptor.js'
import { ExplodeFields } from './explode-fields.js'
import { type ExplodeControl, useExplode } from './use-explode.js'

/** Moves the parts of the model apart. */
export const tool = defineTool({
  descriptor,
  useControl: ({ viewer }) => useExplode(viewer),
  // Its fields are in the panel of the navigation.
  actions: { explode: { run: ({ session }: Context<ExplodeControl>) => session.layout.open('navigate') } },
  chips({ control: { set, state }, t }: Context<ExplodeControl>) {
    if (state.amount === 0) return []
    return [{ id: 'explode', text: t('chips.exploded'), remove: () => set({ ...state, amount: 0 }, true) }]
  },
  views: [
    {
      id: 'explode',
      slot: 'in:navigate',
      order: 10,
      content: {
        component: ({ control, session, t }: Context<ExplodeControl>) => (
          <PanelSection title={t('explode.title')}>
            <ExplodeFields explode={control} onFit={() => session.viewer?.fitToView()} />
          </PanelSection>
        ),
      },
    },
  ],
})
