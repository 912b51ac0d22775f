import { textureWrap } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { MaterialStore } from './material-store.js'

const tuff = { name: 'Tuff', color: [0.8, 0.4, 0.2], opacity: 1 } as const

describe('MaterialStore', () => {
  it('converts colours and opacity to rounded bytes', () => {
    const store = new MaterialStore()
    const number = store.add({ ...tuff, opacity: 0.5 })
    expect(store.material(number)).toEqual({ name: 'Tuff', color: [204, 102, 51, 128], texture: null })
  })

  it('clips channels outside 0 to 1 and takes missing numbers as 0', () => {
    const store = new MaterialStore()
    const number = store.add({ name: '', color: [-0.5, 7, Number.NaN], opacity: Infinity })
    expect(store.material(number).color).toEqual([0, 255, 0, 0])
  })

  it('stores equal materials once, and different ones by name, colour, opacity or texture', () => {
    const store = new MaterialStore()
    const texture = { image: 1, tint: [1, 1, 1], wrap: 'repeat' } as const
    const inputs = [
      tuff,
      { ...tuff, color: [0.8, 0.4, 0.2004] as const },
      { ...tuff, name: 'Basalt' },
      { ...tuff, color: [0.8, 0.4, 0.3] as const },
      { ...tuff, opacity: 0.9 },
      { ...tuff, texture },
      { ...tuff, texture: { ...texture, image: 2 } },
      { ...tuff, texture: { ...texture, tint: [1, 0, 1] as const } },
      { ...tuff, texture: { ...texture, wrap: 'clamp' as const } },
      { ...tuff, texture },
    ]
    expect(inputs.map((input) => store.add(input))).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 4])
    expect(store.count).toBe(8)
  })

  it('stores image, tint and wrap mode of a texture', () => {
    const store = new MaterialStore()
    const number = store.add({ ...tuff, texture: { image: 3, tint: [1, 0.2, 0], wrap: 'clamp' } })
    expect(store.material(number).texture).toEqual({ image: 3, tintAndWrap: [255, 51, 0, textureWrap.clamp] })
  })

  it('gives all elements of a class one unnamed material in its colour', () => {
    const store = new MaterialStore()
    store.add(tuff)
    const window = store.ofClass('IfcWindow')
    expect(store.material(window)).toEqual({ name: '', color: [148, 196, 220, 107], texture: null })
    expect(store.ofClass('IfcWindow')).toBe(window)
    expect(store.ofClass('IfcWallStandardCase')).toBe(store.ofClass('IfcWall'))
    expect(store.count).toBe(3)
  })
})
