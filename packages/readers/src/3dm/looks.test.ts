import { recordedRoom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { identityMatrix } from '../shared/matrix.js'
import type { Look, ModelObject, RhinoModel } from './archive/read-model.js'
import { Looks } from './looks.js'
import { layer, model, object, sources } from './testing/model.js'

const glass: Look = { name: 'Glass', color: [0.4, 0.6, 0.8], opacity: 0.5 }
const tuff: Look = { name: 'Tuff', color: [0.8, 0.4, 0.3], opacity: 1 }
const red = [1, 0, 0] as const
const blue = [0, 0, 1] as const

interface Asked {
  readonly input: RhinoModel
  readonly parents?: readonly ModelObject[]
}

function lookOf(asked: ModelObject, { input, parents = [] }: Asked, as: 'surface' | 'curve' = 'surface'): unknown {
  const { room, scene } = recordedRoom()
  const looks = new Looks(input, room)
  const placing = { node: 0, matrix: identityMatrix, parents }
  const material = as === 'surface' ? looks.ofSurface(asked, placing) : looks.ofCurve(asked, placing)
  return material === null ? null : scene.materials[material]
}

const red0 = model({ materials: [glass, tuff], layers: new Map([[0, layer('A', { color: red })]]) })
const withMaterial = model({
  materials: [glass, tuff],
  layers: new Map([[0, layer('A', { color: red, materialIndex: 1 })]]),
})

describe('a surface', () => {
  it('is of the material of its own', () => {
    const own = object({ materialSource: sources.object, materialIndex: 0 })
    expect(lookOf(own, { input: withMaterial })).toEqual(glass)
  })

  it('is of the material of its layer', () => {
    expect(lookOf(object(), { input: withMaterial })).toEqual(tuff)
  })

  it('is of the material of what it is in', () => {
    const byParent = object({ materialSource: sources.parentMaterial })
    const parents = [
      object({ materialSource: sources.parentMaterial }),
      object({ materialSource: 1, materialIndex: 0 }),
    ]
    expect(lookOf(byParent, { input: red0, parents })).toEqual(glass)
  })

  it('by parent, with nothing around it, is as its own number says', () => {
    const byParent = object({ materialSource: sources.parentMaterial, materialIndex: 1 })
    expect(lookOf(byParent, { input: red0 })).toEqual(tuff)
  })

  it('without a material is in its colour on the screen', () => {
    expect(lookOf(object(), { input: red0 })).toEqual({ name: '#ff0000', color: red, opacity: 1 })
    const own = object({ colorSource: sources.object, color: blue })
    expect(lookOf(own, { input: red0 })).toMatchObject({ color: blue })
  })

  it('is in the colour of what it is in, however far up that is', () => {
    const byParent = object({ colorSource: sources.parentColor })
    const parents = [object({ colorSource: sources.parentColor }), object({ colorSource: 1, color: blue })]
    expect(lookOf(byParent, { input: red0, parents })).toMatchObject({ color: blue })
  })

  it.each([
    ['is black', object({ colorSource: sources.object, color: [0, 0, 0] })],
    ['is on no layer', object({ layer: 9 })],
  ])('that %s has the colour of its class', (_, asked) => {
    expect(lookOf(asked, { input: red0 })).toBeNull()
  })

  it('whose material could not be read is in its colour', () => {
    const missing = object({ materialSource: sources.object, materialIndex: 5 })
    expect(lookOf(missing, { input: red0 })).toMatchObject({ color: red })
    const unread = model({ materials: [null], layers: new Map([[0, layer('A', { color: red, materialIndex: 0 })]]) })
    expect(lookOf(object(), { input: unread })).toMatchObject({ color: red })
  })
})

describe('a curve', () => {
  it('is in its colour, whatever its material', () => {
    expect(lookOf(object(), { input: withMaterial }, 'curve')).toMatchObject({ color: red })
  })
})

describe('materials', () => {
  it('that look alike are one', () => {
    const { room, scene } = recordedRoom()
    const looks = new Looks(model({ materials: [glass, { ...glass }, { ...glass, name: 'Other' }] }), room)
    const of = (materialIndex: number): unknown =>
      looks.ofSurface(object({ materialSource: sources.object, materialIndex }), {
        ...{ node: 0, matrix: identityMatrix, parents: [] },
      })
    expect([of(0), of(1), of(2)]).toEqual([0, 0, 1])
    expect(scene.materials).toHaveLength(2)
  })
})
