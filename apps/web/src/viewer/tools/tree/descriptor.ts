import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'tree',
  order: 70,
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'tree', text: 'tree.title', group: 'panels', keys: ['KeyT'] }],
} as const satisfies ToolDescriptor
