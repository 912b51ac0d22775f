import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'views',
  order: 110,
  surface: 'both',
  access: 'everyone',
  commands: [
    {
      id: 'views',
      text: 'views.title',
      group: 'panels',
      keys: ['KeyV'],
      button: { group: 'window', order: 30, on: ['phone', 'sheet-phone'] },
    },
  ],
} as const satisfies ToolDescriptor
