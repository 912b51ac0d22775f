import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'files',
  order: 50,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'toFiles', text: 'viewer.home', group: 'general', keys: [], isAlwaysAvailable: true },
    { id: 'models', text: 'viewer.models', group: 'panels', keys: [], surface: 'model' },
  ],
} as const satisfies ToolDescriptor
