import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'explode',
  order: 190,
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'explode', text: 'explode.title', group: 'tools' }],
} as const satisfies ToolDescriptor
