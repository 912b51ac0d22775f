import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'drafts',
  order: 115,
  surface: 'both',
  access: 'everyone',
  commands: [],
} as const satisfies ToolDescriptor
