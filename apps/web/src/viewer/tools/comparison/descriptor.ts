import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'comparison',
  order: 120,
  surface: 'both',
  access: 'member',
  commands: [
    {
      id: 'compare',
      text: 'compare.title',
      group: 'panels',
      button: { group: 'window', order: 40, on: ['phone', 'sheet-phone'] },
    },
    { id: 'compare.next', text: 'compare.next', group: 'tools', keys: ['.'] },
    { id: 'compare.previous', text: 'compare.previous', group: 'tools', keys: [','] },
  ],
} as const satisfies ToolDescriptor
