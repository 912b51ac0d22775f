import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'elements',
  order: 200,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'zoomTo', text: 'commands.zoomTo', group: 'camera', keys: ['KeyZ'], menuOrder: 10 },
    { id: 'select', text: 'viewer.select', group: 'elements', button: { group: 'elements', order: 10 } },
    { id: 'clearSelection', text: 'commands.clearSelection', group: 'elements', keys: ['Escape'], scope: 'canvas' },
    {
      id: 'hide',
      text: 'viewer.hide',
      group: 'elements',
      keys: ['KeyH'],
      button: { group: 'elements', order: 20 },
      menuOrder: 20,
    },
    {
      id: 'isolate',
      text: 'viewer.isolate',
      group: 'elements',
      keys: ['KeyI'],
      button: { group: 'elements', order: 30 },
      menuOrder: 21,
    },
    {
      id: 'ghost',
      text: 'viewer.ghost',
      group: 'elements',
      keys: ['KeyG'],
      button: { group: 'elements', order: 40 },
      menuOrder: 22,
    },
    {
      id: 'showAll',
      text: 'viewer.showAll',
      group: 'elements',
      keys: ['KeyA'],
      button: { group: 'elements', order: 50 },
      menuOrder: 23,
    },
  ],
} as const satisfies ToolDescriptor
