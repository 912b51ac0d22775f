import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'markup',
  order: 220,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'markup', text: 'viewer.markup', group: 'tools', keys: ['KeyD'], button: { group: 'window', order: 10 } },
  ],
} as const satisfies ToolDescriptor
