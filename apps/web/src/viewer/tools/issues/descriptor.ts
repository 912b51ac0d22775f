import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'issues',
  surface: 'model',
  access: 'member',
  commands: [
    { id: 'topics', text: 'topics.title', group: 'together', keys: ['KeyC'] },
    { id: 'newTopic', text: 'topics.newHere', group: 'together', keys: [], menuOrder: 30 },
  ],
} as const satisfies ToolDescriptor
