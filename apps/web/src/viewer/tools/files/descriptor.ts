import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'files',
  order: 50,
  surface: 'model',
  access: 'member',
  commands: [
    { id: 'toFiles', text: 'viewer.home', group: 'general', keys: [], isAlwaysAvailable: true },
    { id: 'models', text: 'viewer.models', group: 'panels', keys: [] },
  ],
} as const satisfies ToolDescriptor
