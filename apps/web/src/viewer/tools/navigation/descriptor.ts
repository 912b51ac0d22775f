import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'navigation',
  order: 130,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'navigate', text: 'viewer.navigate', group: 'panels', keys: ['KeyN'], button: { group: 'view', order: 10 } },
    { id: 'walk', text: 'navigate.mode.walk', group: 'camera', keys: ['KeyW'] },
    { id: 'fly', text: 'navigate.mode.fly', group: 'camera' },
    { id: 'zoomWindow', text: 'navigate.mode.zoom-window', group: 'camera', keys: ['KeyB'] },
  ],
} as const satisfies ToolDescriptor
