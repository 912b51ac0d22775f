import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'sharing',
  order: 290,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'share', text: 'share.button', group: 'together' },
    { id: 'copyViewLink', text: 'share.copyView', group: 'together' },
  ],
} as const satisfies ToolDescriptor
