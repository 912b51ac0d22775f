import { describe, expect, it } from 'vitest'
import { placedInstances, testExtent } from '../../testing/test-instances.js'
import { ElementInstances } from './element-instances.js'
import { elementFlag, ElementStates } from './element-states.js'
import { grown } from './growable.js'
import { drawMode, InstanceColors } from './instance-colors.js'
import { emptyBox, InstanceStore } from './instance-store.js'
import { instanceFlag } from './gpu-chunk.js'

const colors = { ghost: [90, 90, 90], ghostOpacity: 0.1 } as const

function createInstanceColors(instances: InstanceStore, states: ElementStates): InstanceColors {
  const instanceColors = new InstanceColors({ instances, states, colors })
  instanceColors.updateRange(0, instances.count)
  return instanceColors
}
const rgba = (instanceColors: InstanceColors, instance: number): number[] => [
  ...instanceColors.color.subarray(instance * 4, instance * 4 + 4),
]

describe('growing columns', () => {
  it('keep their content and allocate whole texture rows', () => {
    const small = Uint32Array.from([1, 2, 3])
    expect(grown(small, 3)).toBe(small)
    const large = grown(small, 5000)
    expect(large.length % 4096).toBe(0)
    expect(large.length).toBeGreaterThanOrEqual(5000)
    expect([...large.subarray(0, 4)]).toEqual([1, 2, 3, 0])
  })

  it('grow by half, so that appending copies seldom', () => {
    let array = new Uint8Array(0)
    let copies = 0
    for (let length = 1; length <= 200_000; length++) {
      const next = grown(array, length)
      if (next !== array) copies++
      array = next
    }
    expect(copies).toBeLessThan(15)
  })
})

describe('InstanceStore', () => {
  it('numbers instances continuously across chunks', () => {
    const store = new InstanceStore()
    store.append(placedInstances([{ node: 7 }, { node: 8 }]))
    store.append(placedInstances([{ node: 9, center: [5, 0, 0], radius: Math.sqrt(3) }]))
    expect(store.count).toBe(3)
    expect([...store.node.subarray(0, 3)]).toEqual([7, 8, 9])
    const box = emptyBox()
    store.growBox(2, Uint16Array.from([testExtent, testExtent, testExtent]), box)
    expect(box.map((value) => Math.round(value * 1000) / 1000)).toEqual([4, -1, -1, 6, 1, 1])
  })

  it('finds instances by element, also those added later', () => {
    const store = new InstanceStore()
    const elements = new ElementInstances(store)
    expect([...elements.of(0)]).toEqual([])
    store.append(placedInstances([{ node: 2 }, { node: 0 }, { node: 2 }]))
    expect([...elements.of(2)]).toEqual([0, 2])
    store.append(placedInstances([{ node: 2 }, { node: 5 }]))
    expect([...elements.of(2)]).toEqual([0, 2, 3])
    expect([...elements.of(5)]).toEqual([4])
    expect([...elements.of(1)]).toEqual([])
    expect([...elements.of(99)]).toEqual([])
  })
})

describe('ElementStates', () => {
  it('counts elements hidden by the user, not those hidden by default', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.from([0, 1, 0, 0]))
    expect(states.isPlain).toBe(true)
    expect(states.setHidden(0, true)).toBe(true)
    expect(states.setHidden(0, true)).toBe(false)
    expect(states.hiddenCount).toBe(1)
    expect(states.isPlain).toBe(false)
    expect(states.resetVisibility()).toEqual([0])
    expect(states.isPlain).toBe(true)
    expect(states.flagsOf(1) & elementFlag.hidden).not.toBe(0)
  })

  it('is not plain when an element hidden by default is shown', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.from([1]))
    states.setHidden(0, false)
    expect(states.isPlain).toBe(false)
    expect(states.resetVisibility()).toEqual([0])
    expect(states.isPlain).toBe(true)
  })

  it('keeps colours, ghosts and the order of the selection', () => {
    const states = new ElementStates()
    states.setSelected(5, true)
    states.setSelected(2, true)
    states.setGhosted(3, true)
    states.setColor(4, { rgb: [1, 2, 3] })
    expect([...states.selected]).toEqual([5, 2])
    expect(states.ghostedCount).toBe(1)
    expect(states.coloredElements()).toEqual([4])
    states.setColor(4, null)
    expect(states.colorOf(4)).toBeUndefined()
    states.clear()
    expect([states.ghostedCount, states.selected.size, states.flagsOf(5)]).toEqual([0, 0, 0])
  })
})

describe('InstanceColors', () => {
  const instances = new InstanceStore()
  instances.append(
    placedInstances([
      { node: 0, color: [10, 20, 30, 255] },
      { node: 1, color: [10, 20, 30, 128] },
      { node: 2, color: [10, 20, 30, 255], flags: instanceFlag.owned },
    ]),
  )

  it('uses the colours of the package by default', () => {
    const instanceColors = createInstanceColors(instances, new ElementStates())
    expect(rgba(instanceColors, 0)).toEqual([10, 20, 30, 254])
    expect([...instanceColors.mode.subarray(0, 3)]).toEqual([drawMode.closed, drawMode.clear, drawMode.open])
  })

  it('follows hidden, ghosted and coloured states', () => {
    const states = new ElementStates()
    states.setHidden(0, true)
    states.setGhosted(1, true)
    states.setColor(2, { rgb: [1, 2, 3], opacity: 0.5 })
    const instanceColors = createInstanceColors(instances, states)
    expect(instanceColors.mode[0]).toBe(drawMode.none)
    expect(rgba(instanceColors, 1)).toEqual([90, 90, 90, 25])
    expect(rgba(instanceColors, 2)).toEqual([1, 2, 3, 127])
    expect(instanceColors.mode[2]).toBe(drawMode.clear)
  })

  it('keeps the colours of selected instances and flags them as selected', () => {
    const states = new ElementStates()
    states.setSelected(0, true)
    const instanceColors = createInstanceColors(instances, states)
    expect(rgba(instanceColors, 0)).toEqual([10, 20, 30, 254])
    expect([instanceColors.hasSelected, instanceColors.isSelected(0), instanceColors.isSelected(1)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('raises the opacity of a selected ghost', () => {
    const states = new ElementStates()
    states.setGhosted(1, true)
    states.setSelected(1, true)
    expect(rgba(createInstanceColors(instances, states), 1)[3]).toBeGreaterThan(120)
  })
})
