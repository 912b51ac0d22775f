import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'shortcuts',
  order: 20,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'shortcuts', text: 'commands.shortcuts', group: 'general', keys: ['?', 'F1'], isAlwaysAvailable: true },
  ],
} as const satisfies ToolDescriptor
