import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'colors',
  order: 100,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'colors', text: 'colors.title', group: 'panels', button: { group: 'analysis', order: 40, on: ['phone'] } },
  ],
} as const satisfies ToolDescriptor
