import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'new-version',
  order: 117,
  surface: 'both',
  access: 'member',
  commands: [],
} as const satisfies ToolDescriptor
