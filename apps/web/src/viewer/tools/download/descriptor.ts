import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'download',
  order: 245,
  surface: 'sheet',
  access: 'everyone',
  commands: [],
} as const satisfies ToolDescriptor
