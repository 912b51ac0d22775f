import { describe, expect, it } from 'vitest'
import type { ModelMove } from '../../engine/types.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { ElementStates } from '../../engine/store/element-states.js'
import { MeasureAttachments } from './attachments.js'
import type { Measurement } from './measurement.js'

const measurement = (change: Partial<Measurement> = {}): Measurement => ({
  id: 'one',
  kind: 'distance',
  name: '',
  points: [
    [0, 0, 0],
    [10, 0, 0],
  ],
  ...change,
})
/** A quarter turn, then 100 m east, of the elements from 5 on. */
const move: ModelMove = { matrix: [0, -1, 0, 100, 1, 0, 0, 0, 0, 0, 1, 0], contains: (element) => element >= 5 }
const emptyGeometry = { near: () => undefined } as unknown as ModelGeometry

describe('measurement attachments', () => {
  it('move only the points that lie on a moved model', () => {
    const on = new MeasureAttachments(new ElementStates())
    const both = measurement()
    const between = measurement({ id: 'between' })
    const other = measurement({ id: 'other' })
    on.attach(both, [6, 6])
    on.attach(between, [1, 6])
    on.attach(other, [1, 2])
    on.note(move, [both, between, other], emptyGeometry)
    expect(on.transferred([both, between, other], 0).map(({ points }) => points)).toEqual([
      [
        [100, 0, 0],
        [100, 10, 0],
      ],
      [
        [0, 0, 0],
        [100, 10, 0],
      ],
      other.points,
    ])
  })

  it('rotate directions and circles with the model', () => {
    const on = new MeasureAttachments(new ElementStates())
    const circle = { center: [1, 2, 0], normal: [1, 0, 0], radius: 3 } as const
    const round = measurement({ kind: 'radius', points: [[1, 2, 0]], normal: [0, 1, 0], circle })
    on.attach(round, [7])
    on.note(move, [round], emptyGeometry)
    const [movedMeasurement] = on.transferred([round], 0)
    expect(movedMeasurement).toMatchObject({ points: [[98, 1, 0]], normal: [-1, 0, 0] })
    expect(movedMeasurement.circle).toEqual({ center: [98, 1, 0], normal: [0, 1, 0], radius: 3 })
  })

  it('update an older list to the current model position, also after the model was moved back', () => {
    const on = new MeasureAttachments(new ElementStates())
    const one = measurement()
    on.attach(one, [6])
    on.note(move, [one], emptyGeometry)
    const back: ModelMove = { matrix: [0, 1, 0, 0, -1, 0, 0, 100, 0, 0, 1, 0], contains: move.contains }
    expect(on.transferred([one], on.moves)).toEqual([one])
    on.note(back, on.transferred([one], 0), emptyGeometry)
    on.transferred([one], 0)[0].points.forEach((point, at) =>
      point.forEach((value, axis) => expect(value).toBeCloseTo(one.points[at][axis])),
    )
  })

  it('attach the points of a saved view to the smaller element at each point', () => {
    const on = new MeasureAttachments(new ElementStates())
    const one = measurement({ points: [[0, 0, 0]] })
    const geometryWith = (radii: readonly [own: number, other: number]): ModelGeometry =>
      ({
        elementOf: (instance: number) => (instance === 0 ? 6 : 1),
        spheres: Float32Array.from({ length: 8 }, (_, at) => (at % 4 === 3 ? radii[at >> 2] : 0)),
        near: (box: readonly number[], visit: (instance: number) => void) => visit(box[0] > 50 ? 0 : 1),
      }) as unknown as ModelGeometry
    on.note(move, [one], geometryWith([2, 9]))
    on.note(move, [one], geometryWith([9, 2]))
    expect(on.transferred([one], 1)[0].points).toEqual([[0, 0, 0]])
    expect(on.transferred([one], 0)[0].points).toEqual([[100, 0, 0]])
  })

  it('renumber their elements after models are joined', () => {
    const states = new ElementStates()
    const on = new MeasureAttachments(states)
    const face = measurement({ kind: 'face', elements: [6] })
    on.attach(face, [6])
    on.attach(measurement({ id: 'gap' }), [6, 3])
    states.era = 1
    states.numberNow = (element, era) => (era === 0 ? element + 20 : element)
    const gap = measurement({ id: 'gap', kind: 'clearance', elements: [6, 3] })
    const restored = measurement({ id: 'two', elements: [3] })
    expect(on.renumbered([face, gap, restored]).map(({ elements }) => elements)).toEqual([[26], [26, 23], [3]])
    on.note({ ...move, contains: (element) => element === 26 }, [face], emptyGeometry)
    expect(on.transferred([face], 0)[0].points[0]).toEqual([100, 0, 0])
  })
})
