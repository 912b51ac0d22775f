import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'sheet-list',
  order: 150,
  surface: 'both',
  access: 'everyone',
  commands: [
    { id: 'sheet.list', text: 'sheets.title', group: 'panels', surface: 'sheet' },
    { id: 'sheet.search', text: 'sheets.search', group: 'panels', surface: 'sheet' },
    {
      id: 'sheet.layers',
      text: 'sheets.layers',
      group: 'panels',
      surface: 'sheet',
      button: { group: 'window', order: 3, on: ['sheet-phone'] },
    },
  ],
} as const satisfies ToolDescriptor
