import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'sheet-list',
  order: 150,
  surface: 'both',
  access: 'everyone',
  commands: [
    {
      id: 'sheet.list',
      text: 'sheets.title',
      group: 'panels',
      surface: 'sheet',
      button: { group: 'elements', order: 1 },
    },
  ],
} as const satisfies ToolDescriptor
