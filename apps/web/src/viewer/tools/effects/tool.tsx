import type { RenderEffectsSettings } from '@kamar/viewer'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import type { Session } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { RenderEffectsMenu } from './render-effects-menu.js'
import { type RenderEffectsControl, useRenderEffects } from './use-render-effects.js'

/** Returns the engine if it can render; otherwise an overlay replaces the canvas. */
const getRenderingViewer = ({ model, viewer }: Session): Session['viewer'] =>
  model.canRender && model.error === null ? viewer : null

const toggle = (name: keyof RenderEffectsSettings): Action<RenderEffectsControl> => ({
  run: ({ control: { settings, change } }) => change({ [name]: !settings[name] }),
})

/** Shading of the model: edges, ambient occlusion, sky and shadows. */
export const tool = defineTool({
  descriptor,
  useControl: (session) => useRenderEffects(getRenderingViewer(session), session.preference),
  actions: {
    'look.edges': toggle('edges'),
    'look.ambientOcclusion': toggle('ambientOcclusion'),
    'look.sky': toggle('sky'),
    'look.shadows': toggle('shadows'),
  },
  views: [
    {
      id: 'effects',
      slot: 'overlay',
      order: 10,
      when: ({ session }: Context<RenderEffectsControl>) => getRenderingViewer(session) !== null,
      content: { component: ({ control }: Context<RenderEffectsControl>) => <RenderEffectsMenu effects={control} /> },
    },
  ],
})
