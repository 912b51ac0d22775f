import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'report',
  order: 170,
  surface: 'model',
  access: 'member',
  commands: [{ id: 'report', text: 'report.title', group: 'panels' }],
} as const satisfies ToolDescriptor
