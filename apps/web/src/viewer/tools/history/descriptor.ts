import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'history',
  order: 30,
  surface: 'both',
  access: 'everyone',
  commands: [
    { id: 'undo', text: 'undo', group: 'general', keys: ['Mod+KeyZ'] },
    { id: 'redo', text: 'redo', group: 'general', keys: ['Mod+KeyY', 'Mod+Shift+KeyZ'] },
  ],
} as const satisfies ToolDescriptor
