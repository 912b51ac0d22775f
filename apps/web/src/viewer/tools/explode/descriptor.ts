import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'explode',
  order: 190,
  surface: 'model',
  access: 'everyone',
  commands: [],
} as const satisfies ToolDescriptor
