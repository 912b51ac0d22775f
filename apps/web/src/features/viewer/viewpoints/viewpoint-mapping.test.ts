import { ViewpointForm, type Viewpoint } from '@kamar/contracts'
import type { MarkupDrawing, ViewState } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { toDrawing, toKeptMarkup } from './markup-mapping.js'
import { toViewpoint, toViewState } from './viewpoint-mapping.js'

const origin = [1000, 2000, 30] as const
const camera: ViewState['camera'] = {
  eye: [0, -10, 5],
  target: [0, 0, 5],
  projection: 'perspective',
  fieldOfViewDegrees: 50,
  height: 2 * 10 * Math.tan((25 * Math.PI) / 180),
}
const base = { color: '#d92d20', width: 0.01 }
const drawing: MarkupDrawing = {
  format: 'kamar-markup',
  version: 1,
  view: camera,
  shapes: [
    {
      ...base,
      id: 's1',
      kind: 'pen',
      points: [
        [0, 0],
        [0.2, 0.4],
      ],
    },
    {
      ...base,
      id: 's2',
      kind: 'highlighter',
      points: [
        [0, 0],
        [0.2, 0.4],
      ],
    },
    { ...base, id: 's3', kind: 'arrow', from: [0.4, 0.2], to: [-0.4, 0.2] },
    { ...base, id: 's4', kind: 'cloud', box: [-0.2, -0.4, 0.2, 0.4] },
    { ...base, id: 's5', kind: 'text', at: [0.1, 0.2], text: 'Պատ\nwall', size: 0.06, width: 0.008 },
  ],
}
const state: ViewState = {
  format: 'kamar-view',
  version: 1,
  camera,
  aspect: 1.6,
  selection: ['wall'],
  visibility: { shown: 'none-but', exceptions: ['storey', '#4'], ghosted: ['roof'] },
  colors: [{ color: { rgb: [255, 0, 128], opacity: 0.4 }, elements: ['slab'] }],
  extensions: { 'kamar.markup': drawing, 'kamar.measure': { lines: [1] } },
}
const cuts = [{ normal: [0, 0, -1], offset: 3 }] as const
const kept = () => ViewpointForm.parse(toViewpoint(state, { origin, cuts }))
const asViewpoint = (form: ReturnType<typeof kept>) => form as unknown as Viewpoint

/** Numbers as they are within a millionth. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1e6) / 1e6 + 0 : part,
  )

describe('a view on its way to the server and back', () => {
  test('is what it was', () => {
    const back = toViewState(asViewpoint(kept()), { origin, middle: [3, 0, 1] })
    const { extensions, ...rest } = back as ViewState
    const { extensions: sent, ...wanted } = state
    expect(rounded(rest)).toEqual(
      rounded({ ...wanted, colors: [{ color: { rgb: [255, 0, 128], opacity: 0.4 }, elements: ['slab'] }] }),
    )
    expect(extensions['kamar.measure']).toEqual({ lines: [1] })
    expect(rounded(extensions['kamar.markup'])).toEqual(rounded(sent['kamar.markup']))
  })

  test('stands in the coordinates of the model, its planes towards what is cut away', () => {
    const form = kept()
    expect(form.camera).toMatchObject({ kind: 'perspective', eye: [1000, 1990, 35], direction: [0, 1, 0] })
    expect(rounded(form.camera?.up)).toEqual([0, 0, 1])
    expect(rounded(form.sections)).toEqual([{ point: [1000, 2000, 33], direction: [0, 0, 1] }])
    const back = toViewState(asViewpoint(form), { origin, middle: [0, 0, 0] })
    expect(rounded(back?.extensions['kamar.section'])).toMatchObject({
      planes: [{ point: [0, 0, 3], normal: [0, 0, -1], enabled: true }],
    })
  })

  test('keeps which side is up when it looks straight down, and its size without perspective', () => {
    const plan = {
      ...camera,
      eye: [0, 0, 50],
      target: [0, 0, 0],
      projection: 'orthographic',
      height: 12,
      up: [1, 0, 0],
    } as const
    const form = ViewpointForm.parse(toViewpoint({ ...state, camera: plan }, { origin, cuts: [] }))
    expect(form.camera).toMatchObject({ kind: 'orthographic', heightMetres: 12, up: [1, 0, 0] })
    const back = toViewState(asViewpoint(form), { origin, middle: [0, 0, 0] })
    expect(rounded(back?.camera)).toMatchObject({
      projection: 'orthographic',
      height: 12,
      up: [1, 0, 0],
      eye: [0, 0, 50],
    })
  })

  test('of another program turns about something before the eye, wherever the model is', () => {
    const { distanceMetres: _, ...place } = kept().camera ?? { distanceMetres: 0 }
    const viewpoint = { ...asViewpoint(kept()), camera: place as Viewpoint['camera'] }
    expect(toViewState(viewpoint, { origin, middle: [0, 2, 5] })?.camera.target[1]).toBeCloseTo(2, 6)
    expect(toViewState(viewpoint, { origin, middle: [0, -30, 5] })?.camera.target[1]).toBeCloseTo(10, 6)
  })

  test('without a camera there is nothing to show', () => {
    expect(toViewState({ ...asViewpoint(kept()), camera: null }, { origin, middle: [0, 0, 0] })).toBeNull()
  })
})

describe('what is drawn', () => {
  test('nothing is nothing', () => {
    expect(toKeptMarkup(null)).toEqual({ shapes: [], pins: [] })
    expect(toDrawing({ shapes: [], pins: [] }, camera)).toBeNull()
  })

  test('a stamp is words in a frame, and comes back as one', () => {
    const stamp = {
      color: '#d92d20',
      width: 0.008,
      id: 's1',
      kind: 'stamp',
      at: [0.3, -0.2],
      text: 'OK',
      size: 0.1,
    } as const
    const markup = toKeptMarkup({ ...drawing, shapes: [stamp] })
    expect(markup.shapes).toMatchObject([{ kind: 'text', height: 0.05, text: 'OK', framed: true }])
    expect(rounded(toDrawing(markup, camera)?.shapes)).toEqual(rounded([stamp]))
  })

  test('of other programs is shown as what comes nearest', () => {
    const polygon = {
      kind: 'polygon',
      colour: '#00ff00ff',
      width: 0.01,
      points: [
        [0, 0],
        [0.1, 0],
        [0, 0.1],
      ],
    } as const
    const shown = toDrawing(
      { shapes: [{ ...polygon, points: polygon.points.map(([x, y]) => [x, y] as [number, number]) }], pins: [] },
      camera,
    )
    expect(shown?.shapes).toMatchObject([
      {
        kind: 'pen',
        color: '#00ff00',
        points: [
          [0, 0],
          [0.2, 0],
          [0, 0.2],
          [0, 0],
        ],
      },
    ])
  })
})
