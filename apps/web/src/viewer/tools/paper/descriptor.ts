import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'paper',
  order: 240,
  surface: 'sheet',
  access: 'everyone',
  commands: [
    { id: 'sheet.darkPaper', text: 'sheets.darkPaper', group: 'tools', button: { group: 'window', order: 1 } },
    {
      id: 'sheet.plottedWeights',
      text: 'sheets.plottedWeights',
      group: 'tools',
      button: { group: 'window', order: 2 },
    },
  ],
} as const satisfies ToolDescriptor
