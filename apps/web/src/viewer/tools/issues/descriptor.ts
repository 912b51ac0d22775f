import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'issues',
  order: 280,
  surface: 'both',
  access: 'member',
  commands: [
    { id: 'topics', text: 'topics.title', group: 'together', keys: ['KeyC'] },
    { id: 'newTopic', text: 'topics.newHere', group: 'together', menuOrder: 30 },
  ],
} as const satisfies ToolDescriptor
