import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import type { ElementColor } from '../types.js'
import { elementFlag, ElementStates } from './element-states.js'

/** State of one element, as a reference for the packed flags. */
interface Plain {
  hidden: boolean
  byDefault: boolean
  ghosted: boolean
  selected: boolean
  color: ElementColor | null
}

const count = 24
const initial = (): Plain[] =>
  Array.from({ length: count }, () => ({
    hidden: false,
    byDefault: false,
    ghosted: false,
    selected: false,
    color: null,
  }))

function expectEqual(states: ElementStates, reference: readonly Plain[]): void {
  reference.forEach((one, element) => {
    const flags = states.flagsOf(element)
    const has = (flag: number): boolean => (flags & flag) !== 0
    expect({
      hidden: has(elementFlag.hidden),
      byDefault: has(elementFlag.hiddenByDefault),
      ghosted: has(elementFlag.ghosted),
      selected: has(elementFlag.selected),
      color: states.colorOf(element) ?? null,
    }).toEqual(one)
    expect(has(elementFlag.colored)).toBe(one.color !== null)
  })
  expect(states.hiddenCount).toBe(reference.filter(({ hidden, byDefault }) => hidden && !byDefault).length)
  expect(states.ghostedCount).toBe(reference.filter(({ ghosted }) => ghosted).length)
  expect(new Set(states.selected)).toEqual(
    new Set(reference.flatMap(({ selected }, element) => (selected ? [element] : []))),
  )
  expect(new Set(states.coloredElements())).toEqual(
    new Set(reference.flatMap(({ color }, element) => (color === null ? [] : [element]))),
  )
  const differs = reference.some(({ hidden, byDefault, ghosted }) => hidden !== byDefault || ghosted)
  expect(states.isPlain && differs).toBe(false)
}

describe('ElementStates', () => {
  it.each([1, 2, 3, 4, 5, 6])('agrees with a list of separate states after any changes (seed %d)', (seed) => {
    const random = testRandom(seed)
    const states = new ElementStates()
    let reference = initial()
    const hiddenByDefault = Uint8Array.from({ length: count }, () => (random() < 0.2 ? 1 : 0))
    let saved = { snapshot: states.snapshot(), reference: structuredClone(reference) }
    for (let step = 0; step < 300; step++) {
      const element = Math.floor(random() * count)
      const one = reference[element]
      const on = random() < 0.5
      const kind = Math.floor(random() * 8)
      /** What the call returned, and what it should have returned. */
      let result: readonly [unknown, unknown] = [null, null]
      if (kind === 0) result = [states.setHidden(element, on), one.hidden !== on]
      if (kind === 1) result = [states.setGhosted(element, on), one.ghosted !== on]
      if (kind === 2) result = [states.setSelected(element, on), one.selected !== on]
      if (kind === 0) one.hidden = on
      if (kind === 1) one.ghosted = on
      if (kind === 2) one.selected = on
      if (kind === 3) {
        one.color = on ? { rgb: [step % 256, 0, element] } : null
        states.setColor(element, one.color)
      }
      if (kind === 4 && step % 5 === 0) {
        const changed = reference.flatMap(({ hidden, byDefault, ghosted }, at) =>
          hidden !== byDefault || ghosted ? [at] : [],
        )
        result = [
          [states.resetVisibility(), states.isPlain],
          [changed, true],
        ]
        reference = reference.map((each) => ({ ...each, hidden: each.byDefault, ghosted: false }))
      }
      if (kind === 5 && step % 3 === 0) saved = { snapshot: states.snapshot(), reference: structuredClone(reference) }
      if (kind === 6 && step % 3 === 0) {
        states.restore(saved.snapshot)
        reference = saved.reference.map((then, at) => ({
          ...structuredClone(then),
          selected: reference[at].selected,
          byDefault: reference[at].byDefault,
          hidden: then.hidden || (reference[at].byDefault && !then.byDefault),
        }))
      }
      if (step === 100) {
        states.hideByDefault(hiddenByDefault)
        reference = reference.map((each, at) =>
          hiddenByDefault[at] === 1 ? { ...each, hidden: true, byDefault: true } : each,
        )
      }
      expect(result[0]).toEqual(result[1])
      expectEqual(states, reference)
    }
  })

  it('returns no flags for an element that nobody changed', () => {
    const states = new ElementStates()
    expect([states.flagsOf(0), states.flagsOf(1e6), states.isGhost(3), states.colorOf(3)]).toEqual([
      0,
      0,
      false,
      undefined,
    ])
    states.setHidden(2, true)
    expect([states.flagsOf(1), states.flagsOf(2), states.flagsOf(3)]).toEqual([0, elementFlag.hidden, 0])
  })

  it('does not count an element as hidden by the user once it is known to be hidden by default', () => {
    const states = new ElementStates()
    states.setHidden(1, true)
    states.setHidden(2, true)
    expect(states.hiddenCount).toBe(2)
    states.hideByDefault(Uint8Array.of(0, 1, 0))
    expect(states.hiddenCount).toBe(1)
    states.resetVisibility()
    expect([states.hiddenCount, states.isPlain]).toEqual([0, true])
  })

  it('keeps a shown element visible when the elements hidden by default are reported again', () => {
    const states = new ElementStates()
    const hidden = Uint8Array.of(1, 1, 0)
    states.hideByDefault(hidden)
    states.setHidden(0, false)
    states.hideByDefault(hidden)
    expect([0, 1, 2].map((element) => states.flagsOf(element) & elementFlag.hidden)).toEqual([0, 1, 0])
    expect([states.isPlain, states.hiddenCount]).toEqual([false, 0])
  })

  it('hides elements by default that a snapshot from before the tree does not know', () => {
    const states = new ElementStates()
    states.reserve(4)
    states.setHidden(3, true)
    const snapshot = states.snapshot()
    states.hideByDefault(Uint8Array.of(0, 1, 0, 0))
    states.setHidden(2, true)
    states.restore(snapshot)
    expect([0, 1, 2, 3].map((element) => states.flagsOf(element) & elementFlag.hidden)).toEqual([0, 1, 0, 1])
    expect(states.hiddenCount).toBe(1)
  })

  it('hides elements by default that were added after the snapshot', () => {
    const states = new ElementStates()
    const empty = states.snapshot()
    states.hideByDefault(Uint8Array.of(0, 1))
    states.setHidden(0, true)
    states.restore(empty)
    expect([states.flagsOf(0) & elementFlag.hidden, states.flagsOf(1) & elementFlag.hidden]).toEqual([0, 1])
    expect([states.hiddenCount, states.isPlain]).toEqual([0, true])
  })

  it('is plain again once an element that was hidden by default is hidden again', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.of(1, 1))
    states.setHidden(0, false)
    states.setHidden(1, false)
    states.setHidden(0, true)
    expect(states.isPlain).toBe(false)
    states.setHidden(1, true)
    expect([states.isPlain, states.hiddenCount]).toEqual([true, 0])
  })

  it('restores an element hidden by default as it was shown', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.of(1))
    states.setHidden(0, false)
    const visibleState = states.snapshot()
    states.resetVisibility()
    expect(states.isPlain).toBe(true)
    states.restore(visibleState)
    expect([states.flagsOf(0) & elementFlag.hidden, states.isPlain]).toEqual([0, false])
  })

  it('keeps the flags of whole models and the selection when a snapshot is restored', () => {
    const states = new ElementStates()
    states.setGhosted(0, true)
    const before = states.snapshot()
    states.flags[0] |= elementFlag.off | elementFlag.faded
    states.setSelected(0, true)
    states.setGhosted(0, false)
    states.restore(before)
    const { off, faded, selected, ghosted } = elementFlag
    expect(states.flagsOf(0)).toBe(off | faded | selected | ghosted)
    expect([states.ghostedCount, [...states.selected]]).toEqual([1, [0]])
  })

  it('does not take the flags of whole models or the selection from a snapshot', () => {
    const states = new ElementStates()
    states.setSelected(0, true)
    states.flags[0] |= elementFlag.off
    const before = states.snapshot()
    states.setSelected(0, false)
    states.flags[0] &= ~elementFlag.off
    states.restore(before)
    expect(states.flagsOf(0)).toBe(0)
  })

  it('captures a copy that later changes do not reach', () => {
    const states = new ElementStates()
    states.setColor(1, { rgb: [1, 2, 3] })
    states.era = 4
    const before = states.snapshot()
    states.setColor(1, { rgb: [9, 9, 9] })
    states.setHidden(1, true)
    expect(before.era).toBe(4)
    expect(before.colors.get(1)).toEqual({ rgb: [1, 2, 3] })
    expect(before.flags[1]).toBe(elementFlag.colored)
  })

  it('converts a snapshot of another numbering before it restores it', () => {
    const states = new ElementStates()
    states.setHidden(0, true)
    const before = states.snapshot()
    states.snapshotNow = (one) => ({ ...one, flags: Uint8Array.of(0, one.flags[0]) })
    states.restore(before)
    expect([states.flagsOf(0), states.flagsOf(1), states.hiddenCount]).toEqual([0, elementFlag.hidden, 1])
  })

  it('is not plain while a model is off or anything is ghosted', () => {
    const states = new ElementStates()
    states.partlyOff = true
    expect(states.isPlain).toBe(false)
    states.partlyOff = false
    states.setGhosted(0, true)
    expect(states.isPlain).toBe(false)
  })

  it.each([
    ['ghosted', elementFlag.ghosted, true],
    ['faded', elementFlag.faded, true],
    ['hidden', elementFlag.hidden, false],
    ['selected', elementFlag.selected, false],
  ] as const)('reports a ghost for its own state or that of its model: %s', (_, flag, expected) => {
    const states = new ElementStates()
    states.reserve(1)
    states.flags[0] = flag
    expect(states.isGhost(0)).toBe(expected)
  })

  it('forgets everything when another model is opened', () => {
    const states = new ElementStates()
    states.hideByDefault(Uint8Array.of(1, 0))
    states.setHidden(0, false)
    states.setHidden(1, true)
    states.setGhosted(1, true)
    states.setSelected(1, true)
    states.setColor(1, { rgb: [1, 1, 1] })
    states.selectionShown = false
    states.partlyOff = true
    states.clear()
    expect([states.flagsOf(0), states.flagsOf(1), states.selected.size, states.coloredElements()]).toEqual([
      0,
      0,
      0,
      [],
    ])
    expect([states.hiddenCount, states.ghostedCount, states.isPlain, states.selectionShown]).toEqual([0, 0, true, true])
  })
})
