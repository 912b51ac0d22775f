import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'properties',
  order: 160,
  surface: 'both',
  access: 'everyone',
  commands: [{ id: 'properties', text: 'properties.title', group: 'panels', keys: ['KeyP'], surface: 'model' }],
} as const satisfies ToolDescriptor
