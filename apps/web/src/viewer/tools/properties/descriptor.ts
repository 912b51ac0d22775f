import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'properties',
  order: 160,
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'properties', text: 'properties.title', group: 'panels', keys: ['KeyP'] }],
} as const satisfies ToolDescriptor
