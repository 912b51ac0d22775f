import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'explode',
  surface: 'model',
  access: 'everyone',
  commands: [],
} as const satisfies ToolDescriptor
