import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'screenshot',
  order: 40,
  surface: 'model',
  access: 'everyone',
  commands: [{ id: 'screenshot', text: 'viewer.screenshot', group: 'general', button: { group: 'window', order: 20 } }],
} as const satisfies ToolDescriptor
