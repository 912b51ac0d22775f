import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'drafts',
  order: 115,
  surface: 'model',
  access: 'everyone',
  commands: [],
} as const satisfies ToolDescriptor
