import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'files',
  order: 50,
  surface: 'model',
  access: 'member',
  commands: [
    { id: 'toFiles', text: 'viewer.home', surface: 'both', group: 'general', isAlwaysAvailable: true },
    { id: 'models', text: 'viewer.models', group: 'panels' },
  ],
} as const satisfies ToolDescriptor
