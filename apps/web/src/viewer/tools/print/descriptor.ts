import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'print',
  order: 242,
  surface: 'both',
  access: 'everyone',
  commands: [
    {
      id: 'print',
      text: 'print.command',
      group: 'general',
      keys: ['Mod+KeyP'],
      button: { group: 'window', order: 22 },
    },
  ],
} as const satisfies ToolDescriptor
