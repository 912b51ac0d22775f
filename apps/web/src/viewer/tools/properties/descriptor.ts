import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'properties',
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'properties', text: 'properties.title', group: 'panels', keys: ['KeyP'] }],
} as const satisfies ToolDescriptor
