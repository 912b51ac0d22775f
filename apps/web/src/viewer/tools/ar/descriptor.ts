import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'ar',
  order: 260,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'ar', text: 'viewer.ar', group: 'tools', button: { group: 'window', order: 60, on: ['desktop', 'phone'] } },
  ],
} as const satisfies ToolDescriptor
