import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'filter',
  order: 90,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'filter', text: 'filter.title', group: 'panels', button: { group: 'analysis', order: 30, on: ['phone'] } },
  ],
} as const satisfies ToolDescriptor
