import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'section',
  order: 210,
  surface: 'model',
  access: 'everyone',
  commands: [
    { id: 'section', text: 'viewer.section', group: 'tools', keys: ['KeyX'], button: { group: 'analysis', order: 10 } },
    { id: 'sectionX', text: 'section.x', group: 'tools' },
    { id: 'sectionY', text: 'section.y', group: 'tools' },
    { id: 'sectionZ', text: 'section.z', group: 'tools' },
    { id: 'sectionFace', text: 'section.face', group: 'tools' },
    { id: 'sectionPoints', text: 'section.points', group: 'tools' },
    { id: 'sectionBox', text: 'section.box', group: 'tools' },
  ],
} as const satisfies ToolDescriptor
