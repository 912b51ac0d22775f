import { ViewpointForm, type Viewpoint } from '@kamar/contracts'
import type { MarkupDrawing, ViewState } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { movedFrame } from '../../../testing/moved-frame.js'
import { unmovedFrame } from '../../session/models/file-frame.js'
import { toDrawing, toStoredMarkup } from './markup-mapping.js'
import { mapMeasureState } from '../../tools/measure/map-state.js'
import { mapSectionState } from '../../tools/section/map-state.js'
import { toViewpoint, toViewState } from './viewpoint-mapping.js'

const frame = unmovedFrame([1000, 2000, 30])
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
const stored = () => ViewpointForm.parse(toViewpoint(state, { frame, mappers, cuts }))
const asViewpoint = (form: ReturnType<typeof stored>) => form as unknown as Viewpoint

/** Rounds numbers to a millionth. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1e6) / 1e6 + 0 : part,
  )

const mappers = { 'kamar.section': mapSectionState, 'kamar.measure': mapMeasureState }

describe('viewpoint mapping', () => {
  test('restores every field of a view after a round trip', () => {
    const back = toViewState(asViewpoint(stored()), { frame, mappers, center: [3, 0, 1] })
    const { extensions, ...rest } = back as ViewState
    const { extensions: sent, ...expected } = state
    expect(rounded(rest)).toEqual(
      rounded({ ...expected, colors: [{ color: { rgb: [255, 0, 128], opacity: 0.4 }, elements: ['slab'] }] }),
    )
    expect(extensions['kamar.measure']).toEqual({ lines: [1] })
    expect(rounded(extensions['kamar.markup'])).toEqual(rounded(sent['kamar.markup']))
  })

  test('writes model coordinates and section directions that point to the side cut away', () => {
    const form = stored()
    expect(form.camera).toMatchObject({ kind: 'perspective', eye: [1000, 1990, 35], direction: [0, 1, 0] })
    expect(rounded(form.camera?.up)).toEqual([0, 0, 1])
    expect(rounded(form.sections)).toEqual([{ point: [1000, 2000, 33], direction: [0, 0, 1] }])
    const back = toViewState(asViewpoint(form), { frame, mappers, center: [0, 0, 0] })
    expect(rounded(back?.extensions['kamar.section'])).toMatchObject({
      planes: [{ point: [0, 0, 3], normal: [0, 0, -1], enabled: true }],
    })
  })

  test('keeps the up vector of a plan view and the height of an orthographic camera', () => {
    const plan = {
      ...camera,
      eye: [0, 0, 50],
      target: [0, 0, 0],
      projection: 'orthographic',
      height: 12,
      up: [1, 0, 0],
    } as const
    const form = ViewpointForm.parse(toViewpoint({ ...state, camera: plan }, { frame, mappers, cuts: [] }))
    expect(form.camera).toMatchObject({ kind: 'orthographic', heightMetres: 12, up: [1, 0, 0] })
    const back = toViewState(asViewpoint(form), { frame, mappers, center: [0, 0, 0] })
    expect(rounded(back?.camera)).toMatchObject({
      projection: 'orthographic',
      height: 12,
      up: [1, 0, 0],
      eye: [0, 0, 50],
    })
  })

  test('places the target in front of the eye when the viewpoint has no distance', () => {
    const { distanceMetres: _, ...pose } = stored().camera ?? { distanceMetres: 0 }
    const viewpoint = { ...asViewpoint(stored()), camera: pose as Viewpoint['camera'] }
    expect(toViewState(viewpoint, { frame, mappers, center: [0, 2, 5] })?.camera.target[1]).toBeCloseTo(2, 6)
    expect(toViewState(viewpoint, { frame, mappers, center: [0, -30, 5] })?.camera.target[1]).toBeCloseTo(10, 6)
  })

  test('returns null for a viewpoint without a camera', () => {
    expect(toViewState({ ...asViewpoint(stored()), camera: null }, { frame, mappers, center: [0, 0, 0] })).toBeNull()
  })
})

describe('viewpoint mapping of a moved model', () => {
  const rotatedFrame = movedFrame([1000, 2000, 30], [10, 0, 0])
  const section = {
    planes: [{ id: 'p1', kind: 'x', point: [10, 3, 0], normal: [0, 1, 0], enabled: false }],
    box: { center: [10, 4, 1], half: [1, 2, 3], turnDegrees: 30, enabled: true },
    hatched: false,
  }
  const measured = {
    measurements: [
      {
        id: 'm1',
        kind: 'distance',
        points: [
          [10, 0, 0],
          [10, 5, 0],
        ],
      },
      {
        id: 'm2',
        kind: 'radius',
        points: [[9, 0, 0]],
        normal: [0, 1, 0],
        circle: { center: [9, 0, 0], normal: [0, 1, 0], radius: 2 },
      },
    ],
  }
  const viewState: ViewState = {
    ...state,
    extensions: {
      ...state.extensions,
      'kamar.section': section,
      'kamar.measure': measured,
      'kamar.colors': { by: 'x' },
    },
  }
  const form = ViewpointForm.parse(
    toViewpoint(viewState, { frame: rotatedFrame, mappers, cuts: [{ normal: [0, 1, 0], offset: -3 }] }),
  )

  test('writes camera and sections in coordinates of the source file', () => {
    expect(rounded(form.camera)).toMatchObject({ eye: [990, 2010, 35], direction: [1, 0, 0], up: [0, 0, 1] })
    expect(rounded(form.sections)).toEqual([{ point: [1003, 2010, 30], direction: [-1, 0, 0] }])
  })

  test('restores the same view when the model has the same transform', () => {
    const back = toViewState(asViewpoint(form), { frame: rotatedFrame, mappers, center: [0, 0, 0] })
    expect(rounded(back?.camera)).toEqual(rounded(camera))
    const { 'kamar.markup': markup, ...tools } = back?.extensions ?? {}
    expect(rounded(markup)).toEqual(rounded(drawing))
    expect(rounded(tools)).toEqual({
      'kamar.section': section,
      'kamar.measure': measured,
      'kamar.colors': { by: 'x' },
    })
  })

  test('moves camera, sections and measurements with the model when it is opened alone', () => {
    const viewState = toViewState(asViewpoint(form), { frame, mappers, center: [0, 0, 0] })
    expect(rounded(viewState?.camera)).toMatchObject({
      eye: [-10, 10, 5],
      target: [0, 10, 5],
      height: rounded(camera.height),
    })
    expect(rounded(viewState?.extensions['kamar.section'])).toEqual({
      planes: [{ id: 'p1', kind: 'x', point: [3, 0, 0], normal: [1, 0, 0], enabled: false }],
      box: { center: [4, 0, 1], half: [1, 2, 3], turnDegrees: -60, enabled: true },
      hatched: false,
    })
    expect(rounded(viewState?.extensions['kamar.measure'])).toEqual({
      measurements: [
        {
          id: 'm1',
          kind: 'distance',
          points: [
            [0, 0, 0],
            [5, 0, 0],
          ],
        },
        {
          id: 'm2',
          kind: 'radius',
          points: [[0, 1, 0]],
          normal: [1, 0, 0],
          circle: { center: [0, 1, 0], normal: [1, 0, 0], radius: 2 },
        },
      ],
    })
  })

  test('places section planes of another program by file coordinates', () => {
    const foreign = { ...asViewpoint(form), extensions: {} }
    expect(
      rounded(toViewState(foreign, { frame: rotatedFrame, mappers, center: [0, 0, 0] })?.extensions['kamar.section']),
    ).toMatchObject({
      planes: [{ point: [0, 3, 0], normal: [0, 1, 0] }],
    })
  })

  test('stores unknown tool states unchanged', () => {
    const invalidStates = { 'kamar.section': 3, 'kamar.measure': { measurements: [{ points: 'all' }, null] } }
    const stored = toViewpoint({ ...state, extensions: invalidStates }, { frame: rotatedFrame, mappers, cuts: [] })
    expect(stored.extensions).toEqual(invalidStates)
  })
})

describe('markup mapping', () => {
  test('maps a missing drawing to empty markup and back', () => {
    expect(toStoredMarkup(null)).toEqual({ shapes: [], pins: [] })
    expect(toDrawing({ shapes: [], pins: [] }, camera)).toBeNull()
  })

  test('stores a stamp as framed text and restores it', () => {
    const stamp = {
      color: '#d92d20',
      width: 0.008,
      id: 's1',
      kind: 'stamp',
      at: [0.3, -0.2],
      text: 'OK',
      size: 0.1,
    } as const
    const markup = toStoredMarkup({ ...drawing, shapes: [stamp] })
    expect(markup.shapes).toMatchObject([{ kind: 'text', height: 0.05, text: 'OK', framed: true }])
    expect(rounded(toDrawing(markup, camera)?.shapes)).toEqual(rounded([stamp]))
  })

  test('converts a polygon of another program to a closed pen line', () => {
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
    const restored = toDrawing(
      { shapes: [{ ...polygon, points: polygon.points.map(([x, y]) => [x, y] as [number, number]) }], pins: [] },
      camera,
    )
    expect(restored?.shapes).toMatchObject([
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
