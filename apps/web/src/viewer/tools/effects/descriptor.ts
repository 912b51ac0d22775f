import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'effects',
  order: 230,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'look.edges', text: 'look.edges', group: 'tools', isAlwaysAvailable: true },
    { id: 'look.ambientOcclusion', text: 'look.ambientOcclusion', group: 'tools', isAlwaysAvailable: true },
    { id: 'look.sky', text: 'look.sky', group: 'tools', isAlwaysAvailable: true },
    { id: 'look.shadows', text: 'look.shadows', group: 'tools', isAlwaysAvailable: true },
  ],
} as const satisfies ToolDescriptor
