import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'measure',
  order: 270,
  surface: 'both',
  access: 'everyone',
  commands: [
    {
      id: 'measure',
      text: 'viewer.measure',
      group: 'measure',
      keys: ['KeyM'],
      button: { group: 'analysis', order: 20 },
    },
    { id: 'measure.distance', text: 'measure.kind.distance', group: 'measure', keys: [] },
    { id: 'measure.chain', text: 'measure.kind.chain', group: 'measure', keys: [] },
    { id: 'measure.perpendicular', text: 'measure.kind.perpendicular', group: 'measure', keys: [] },
    { id: 'measure.point', text: 'measure.kind.point', group: 'measure', keys: [] },
    { id: 'measure.angle', text: 'measure.kind.angle', group: 'measure', keys: [] },
    { id: 'measure.slope', text: 'measure.kind.slope', group: 'measure', keys: [] },
    { id: 'measure.area', text: 'measure.kind.area', group: 'measure', keys: [] },
    { id: 'measure.face', text: 'measure.kind.face', group: 'measure', keys: [] },
    { id: 'measure.volume', text: 'measure.kind.volume', group: 'measure', keys: [] },
    { id: 'measure.radius', text: 'measure.kind.radius', group: 'measure', keys: [] },
    { id: 'sheet.clear', text: 'sheets.clear', group: 'tools', keys: [] },
  ],
} as const satisfies ToolDescriptor
