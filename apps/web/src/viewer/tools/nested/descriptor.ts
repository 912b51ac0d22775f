import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'nested',
  order: 250,
  surface: 'model',
  access: 'member',
  commands: [{ id: 'nested', text: 'viewer.nestedViewer', group: 'tools', button: { group: 'window', order: 50 } }],
} as const satisfies ToolDescriptor
