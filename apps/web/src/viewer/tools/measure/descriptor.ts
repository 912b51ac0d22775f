import type { ToolDescriptor } from '@kamar/extensions'

export const descriptor = {
  id: 'measure',
  order: 270,
  surface: 'model',
  access: 'everyone',
  commands: [
    {
      id: 'measure',
      text: 'viewer.measure',
      group: 'measure',
      keys: ['KeyM'],
      button: { group: 'analysis', order: 20 },
    },
    {
      id: 'measure.distance',
      text: 'measure.kind.distance',
      surface: 'both',
      group: 'measure',
      button: { group: 'analysis', order: 50, on: ['sheet', 'sheet-phone'] },
    },
    { id: 'clearance', text: 'measure.kind.clearance', group: 'measure' },
    { id: 'measure.chain', text: 'measure.kind.chain', group: 'measure' },
    { id: 'measure.perpendicular', text: 'measure.kind.perpendicular', group: 'measure' },
    { id: 'measure.point', text: 'measure.kind.point', group: 'measure' },
    { id: 'measure.angle', text: 'measure.kind.angle', group: 'measure' },
    { id: 'measure.slope', text: 'measure.kind.slope', group: 'measure' },
    {
      id: 'measure.area',
      text: 'measure.kind.area',
      surface: 'both',
      group: 'measure',
      button: { group: 'analysis', order: 51, on: ['sheet', 'sheet-phone'] },
    },
    { id: 'measure.face', text: 'measure.kind.face', group: 'measure' },
    { id: 'measure.volume', text: 'measure.kind.volume', group: 'measure' },
    { id: 'measure.radius', text: 'measure.kind.radius', group: 'measure' },
    {
      id: 'sheet.clear',
      text: 'sheets.clear',
      group: 'tools',
      surface: 'sheet',
      button: { group: 'analysis', order: 52 },
    },
  ],
} as const satisfies ToolDescriptor
