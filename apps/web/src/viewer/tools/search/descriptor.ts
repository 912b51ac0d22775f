import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'search',
  order: 80,
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'search', text: 'search.title', group: 'panels', keys: ['/'] }],
} as const satisfies ToolDescriptor
