import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'federation',
  order: 60,
  surface: 'model',
  access: 'member',
  commands: [{ id: 'together', text: 'together.title', group: 'panels' }],
} as const satisfies ToolDescriptor
