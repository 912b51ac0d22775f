import { describe, expect, it } from 'vitest'
import { placedInstances, type TestInstance } from '../../testing/test-instances.js'
import { elementFlag, ElementStates } from './element-states.js'
import { instanceFlag } from './gpu-chunk.js'
import { drawMode, InstanceColors } from './instance-colors.js'
import { InstanceStore } from './instance-store.js'

const ghost = [11, 22, 33] as const
const opacities = { ghost: 0.2, element: 0.6 }
const own = [40, 80, 120] as const
const override = { rgb: [7, 8, 9], opacity: opacities.element } as const

function createColors(rows: readonly TestInstance[], states: ElementStates): InstanceColors {
  const instances = new InstanceStore()
  instances.append(placedInstances(rows))
  const colors = new InstanceColors({ instances, states, colors: { ghost, ghostOpacity: opacities.ghost } })
  colors.updateRange(0, instances.count)
  return colors
}

/** The rules of the colours, written as a table of precedence. */
function expectedColor(
  flags: number,
  opacity: number,
): { rgb: readonly number[]; opacity: number; replaces: boolean } | null {
  const has = (flag: number): boolean => Math.floor(flags / flag) % 2 === 1
  if (has(elementFlag.hidden) || has(elementFlag.off)) return null
  const isGhost = (has(elementFlag.ghosted) || has(elementFlag.faded)) && !has(elementFlag.selected)
  if (isGhost) return { rgb: ghost, opacity: opacities.ghost * 255, replaces: true }
  if (has(elementFlag.colored)) return { rgb: override.rgb, opacity: opacities.element * 255, replaces: true }
  return { rgb: own, opacity, replaces: false }
}

describe('InstanceColors', () => {
  it('follows the precedence of all 128 combinations of flags, for opaque and transparent materials', () => {
    for (const opacity of [255, 254, 253, 90])
      for (const closed of [true, false])
        for (let flags = 0; flags < 128; flags++) {
          const states = new ElementStates()
          states.reserve(1)
          if (flags & elementFlag.colored) states.setColor(0, override)
          states.flags[0] = flags
          const row = {
            color: [...own, opacity] as [number, number, number, number],
            flags: closed ? instanceFlag.closed : 0,
          }
          const colors = createColors([row], states)
          const expected = expectedColor(flags, opacity)
          expect(colors.mode[0] === drawMode.none).toBe(expected === null)
          if (expected === null) continue
          const opaque = closed ? drawMode.closed : drawMode.open
          expect(colors.mode[0]).toBe(expected.opacity < 254 ? drawMode.clear : opaque)
          expect([...colors.color.subarray(0, 3)]).toEqual([...expected.rgb])
          expect(colors.color[3] % 2).toBe(expected.replaces ? 1 : 0)
          expect(colors.color[3] >> 1).toBe(Math.floor(expected.opacity / 2))
        }
  })

  it('keeps the opacity of the material where a colour has none of its own', () => {
    const states = new ElementStates()
    states.setColor(0, { rgb: [1, 2, 3] })
    states.setColor(1, { rgb: [1, 2, 3] })
    const colors = createColors([{ color: [9, 9, 9, 100] }, { color: [9, 9, 9, 255] }], states)
    expect([...colors.color.subarray(0, 8)]).toEqual([1, 2, 3, 101, 1, 2, 3, 255])
    expect([...colors.mode.subarray(0, 2)]).toEqual([drawMode.clear, drawMode.closed])
  })

  it('uses the material where the colour of a coloured element is unknown', () => {
    const states = new ElementStates()
    states.reserve(1)
    states.flags[0] = elementFlag.colored
    const colors = createColors([{ color: [5, 6, 7, 255] }], states)
    expect([...colors.color.subarray(0, 3)]).toEqual([5, 6, 7])
  })

  it('updates only the given rows', () => {
    const states = new ElementStates()
    const colors = createColors([{ node: 0 }, { node: 1 }, { node: 2 }, { node: 3 }], states)
    for (let element = 0; element < 4; element++) states.setHidden(element, true)
    colors.updateRange(1, 3)
    expect([...colors.mode.subarray(0, 4)].map((mode) => mode === drawMode.none)).toEqual([false, true, true, false])
    colors.update(3)
    expect(colors.mode[3]).toBe(drawMode.none)
    expect(colors.mode[0]).not.toBe(drawMode.none)
  })

  it('restores the colour of the material after a state ends', () => {
    const states = new ElementStates()
    const colors = createColors([{ color: [5, 6, 7, 255] }], states)
    const before = [...colors.color.subarray(0, 4), colors.mode[0]]
    states.setGhosted(0, true)
    colors.update(0)
    expect([...colors.color.subarray(0, 4), colors.mode[0]]).not.toEqual(before)
    states.setGhosted(0, false)
    colors.update(0)
    expect([...colors.color.subarray(0, 4), colors.mode[0]]).toEqual(before)
  })

  it('gives all instances of an element its state', () => {
    const states = new ElementStates()
    states.setSelected(5, true)
    const colors = createColors([{ node: 5 }, { node: 4 }, { node: 5 }], states)
    expect([0, 1, 2].map((instance) => colors.isSelected(instance))).toEqual([true, false, true])
    expect(colors.hasSelected).toBe(true)
    states.setSelected(5, false)
    expect(colors.hasSelected).toBe(false)
  })
})
