import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'page',
  order: 10,
  surface: 'both',
  access: 'everyone',
  commands: [
    {
      id: 'palette',
      text: 'commands.palette',
      group: 'general',
      keys: ['Mod+KeyK'],
      scope: 'fields',
      isAlwaysAvailable: true,
    },
    {
      id: 'fullscreen',
      text: 'viewer.fullscreen',
      group: 'general',
      button: { group: 'window', order: 90, on: ['desktop', 'phone'] },
    },
  ],
} as const satisfies ToolDescriptor
