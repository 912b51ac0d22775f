import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'section',
  order: 210,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'section', text: 'viewer.section', group: 'tools', keys: ['KeyX'], button: { group: 'analysis', order: 10 } },
    { id: 'sectionX', text: 'section.x', group: 'tools', keys: [] },
    { id: 'sectionY', text: 'section.y', group: 'tools', keys: [] },
    { id: 'sectionZ', text: 'section.z', group: 'tools', keys: [] },
    { id: 'sectionFace', text: 'section.face', group: 'tools', keys: [] },
    { id: 'sectionPoints', text: 'section.points', group: 'tools', keys: [] },
    { id: 'sectionBox', text: 'section.box', group: 'tools', keys: [] },
  ],
} as const satisfies ToolDescriptor
