import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'paper',
  order: 240,
  surface: 'sheet',
  access: 'everyone',
  commands: [
    { id: 'sheet.darkPaper', text: 'sheets.darkPaper', group: 'tools', keys: [] },
    { id: 'sheet.plottedWeights', text: 'sheets.plottedWeights', group: 'tools', keys: [] },
  ],
} as const satisfies ToolDescriptor
