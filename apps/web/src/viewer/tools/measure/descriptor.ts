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
      surface: 'model',
    },
    {
      id: 'measure.distance',
      text: 'measure.kind.distance',
      group: 'measure',
      keys: [],
      button: { group: 'analysis', order: 50, on: ['sheet'] },
    },
    { id: 'measure.chain', text: 'measure.kind.chain', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.perpendicular', text: 'measure.kind.perpendicular', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.point', text: 'measure.kind.point', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.angle', text: 'measure.kind.angle', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.slope', text: 'measure.kind.slope', group: 'measure', keys: [], surface: 'model' },
    {
      id: 'measure.area',
      text: 'measure.kind.area',
      group: 'measure',
      keys: [],
      button: { group: 'analysis', order: 51, on: ['sheet'] },
    },
    { id: 'measure.face', text: 'measure.kind.face', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.volume', text: 'measure.kind.volume', group: 'measure', keys: [], surface: 'model' },
    { id: 'measure.radius', text: 'measure.kind.radius', group: 'measure', keys: [], surface: 'model' },
    {
      id: 'sheet.clear',
      text: 'sheets.clear',
      group: 'tools',
      keys: [],
      surface: 'sheet',
      button: { group: 'analysis', order: 52 },
    },
  ],
} as const satisfies ToolDescriptor
