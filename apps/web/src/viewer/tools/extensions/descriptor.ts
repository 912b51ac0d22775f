import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'extensions',
  order: 140,
  surface: 'model',
  access: 'member',
  commands: [
    {
      id: 'extensions',
      text: 'extensions.title',
      group: 'panels',
      button: { group: 'window', order: 99, on: ['phone'] },
    },
  ],
} as const satisfies ToolDescriptor
