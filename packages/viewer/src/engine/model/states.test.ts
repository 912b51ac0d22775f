import { beforeEach, describe, expect, it } from 'vitest'
import { elementFlag, ElementStates } from '../store/element-states.js'
import { ElementColors } from './element-colors.js'
import { Selection, type StateHost } from './selection.js'
import { Visibility } from './visibility.js'

/**
 * A tree of seven elements: 0 is the building, 1 and 2 are storeys without shapes of their own, with 3 and 4, and 5
 * and 6. The tree loads when the test says so.
 */
const children: Readonly<Record<number, readonly number[]>> = { 0: [1, 2], 1: [3, 4], 2: [5, 6] }
const withDescendants = (elements: Iterable<number>): number[] => [
  ...new Set([...elements].flatMap((element): number[] => [element, ...withDescendants(children[element] ?? [])])),
]

let states: ElementStates
let refreshed: (number[] | null)[]
let waiting: (() => void)[]
let hasTree: boolean
let host: StateHost

beforeEach(() => {
  states = new ElementStates()
  refreshed = []
  waiting = []
  hasTree = true
  host = {
    states,
    refresh: (elements) => refreshed.push(elements === null ? null : [...elements].sort((a, b) => a - b)),
    withDescendants: (elements) => (hasTree ? withDescendants(elements) : [...elements]),
    whenTree: (action) => void (hasTree || waiting.push(action)),
  }
})
const loadTree = (): void => {
  hasTree = true
  for (const action of waiting.splice(0)) action()
}
const having = (flag: number): number[] =>
  [0, 1, 2, 3, 4, 5, 6].filter((element) => (states.flagsOf(element) & flag) !== 0)

describe('Selection', () => {
  const create = () => {
    const changes: (readonly number[])[] = []
    return { changes, selection: new Selection(host, (elements) => changes.push(elements)) }
  }

  it('keeps what the user selected, and marks everything below it', () => {
    const { selection, changes } = create()
    selection.set([1, 5])
    expect([selection.elements, selection.size, selection.has(1), selection.has(3)]).toEqual([[1, 5], 2, true, false])
    expect(having(elementFlag.selected)).toEqual([1, 3, 4, 5])
    expect(changes).toEqual([[1, 5]])
  })

  it('adds, removes and toggles in the order of the user', () => {
    const { selection, changes } = create()
    selection.add([5])
    selection.add([3, 5])
    selection.toggle(6)
    selection.toggle(5)
    selection.remove([3])
    expect(changes).toEqual([[5], [5, 3], [5, 3, 6], [3, 6], [6]])
    expect(having(elementFlag.selected)).toEqual([6])
    selection.clear()
    expect([selection.size, having(elementFlag.selected)]).toEqual([0, []])
  })

  it('reports nothing where the selection stays the same', () => {
    const { selection, changes } = create()
    selection.clear()
    selection.set([3, 4])
    selection.set([4, 3])
    selection.add([3])
    selection.remove([6])
    expect(changes).toEqual([[3, 4]])
  })

  it('extends to the children once the tree has loaded', () => {
    hasTree = false
    const { selection } = create()
    selection.set([2])
    expect(having(elementFlag.selected)).toEqual([2])
    loadTree()
    expect(having(elementFlag.selected)).toEqual([2, 5, 6])
  })

  it('repaints only ghosts, as highlights are drawn over the frame', () => {
    states.setGhosted(4, true)
    const { selection } = create()
    selection.set([1])
    expect(refreshed).toEqual([[4]])
    selection.set([4])
    expect(refreshed.at(-1)).toEqual([])
    selection.set([5])
    expect(refreshed.at(-1)).toEqual([4])
  })

  it('highlights a changed selection again', () => {
    const { selection } = create()
    states.selectionShown = false
    selection.set([3])
    expect(states.selectionShown).toBe(true)
  })
})

describe('Visibility', () => {
  const create = () => {
    const changes: object[] = []
    const visibility: Visibility = new Visibility(host, {
      elementCount: () => 7,
      changed: () => changes.push(visibility.counts),
    })
    return { visibility, changes }
  }

  it('hides and shows elements with everything below them', () => {
    const { visibility, changes } = create()
    visibility.hide([1])
    expect(having(elementFlag.hidden)).toEqual([1, 3, 4])
    expect([visibility.isVisible(3), visibility.isVisible(5), visibility.hiddenCount]).toEqual([false, true, 3])
    visibility.show([4])
    expect(having(elementFlag.hidden)).toEqual([1, 3])
    expect(changes).toEqual([
      { hidden: 3, ghosted: 0, isolated: false },
      { hidden: 2, ghosted: 0, isolated: false },
    ])
    expect(refreshed).toEqual([[1, 3, 4], [4]])
  })

  it('reports nothing where nothing changes', () => {
    const { visibility, changes } = create()
    visibility.hide([3])
    visibility.hide([3])
    visibility.show([5])
    expect([changes.length, refreshed.length]).toEqual([1, 1])
  })

  it('shows ghosts, and elements hidden by default, as they are', () => {
    const { visibility } = create()
    states.hideByDefault(Uint8Array.of(0, 0, 0, 0, 0, 0, 1))
    visibility.ghost([2])
    expect([visibility.ghostedCount, visibility.isGhosted(5), visibility.isGhosted(3)]).toEqual([3, true, false])
    visibility.show([2])
    expect([having(elementFlag.ghosted), having(elementFlag.hidden)]).toEqual([[], []])
  })

  it('applies to the children once the tree has loaded', () => {
    hasTree = false
    const { visibility, changes } = create()
    visibility.hide([1])
    expect(having(elementFlag.hidden)).toEqual([1])
    loadTree()
    expect(having(elementFlag.hidden)).toEqual([1, 3, 4])
    expect(changes).toHaveLength(2)
  })

  it('does not hide or isolate again what was shown before the tree loaded', () => {
    hasTree = false
    const { visibility } = create()
    visibility.hide([1])
    visibility.isolate([2])
    visibility.showAll()
    visibility.hide([2])
    loadTree()
    expect([having(elementFlag.hidden), visibility.isolated]).toEqual([[2, 5, 6], false])
  })

  it('isolates elements, also those hidden before', () => {
    const { visibility, changes } = create()
    visibility.hide([3])
    visibility.ghost([5])
    visibility.isolate([1])
    expect([having(elementFlag.hidden), having(elementFlag.ghosted)]).toEqual([[0, 2, 5, 6], []])
    expect([visibility.isolated, refreshed.at(-1)]).toEqual([true, null])
    expect(changes.at(-1)).toEqual({ hidden: 4, ghosted: 0, isolated: true })
    visibility.showAll()
    expect([having(elementFlag.hidden), visibility.isolated]).toEqual([[], false])
  })

  it('isolates an element that is hidden by default, and hides it again at the end', () => {
    const { visibility } = create()
    states.hideByDefault(Uint8Array.of(0, 0, 0, 0, 0, 0, 1))
    visibility.isolate([6])
    expect(visibility.isVisible(6)).toBe(true)
    visibility.reset()
    expect(having(elementFlag.hidden)).toEqual([6])
  })

  it('ghosts all others without isolating', () => {
    const { visibility } = create()
    visibility.ghostOthers([2])
    expect([having(elementFlag.ghosted), having(elementFlag.hidden), visibility.isolated]).toEqual([
      [0, 1, 3, 4],
      [],
      false,
    ])
  })

  it('does not highlight a selection that is all there is to see', () => {
    const { visibility } = create()
    for (const element of [1, 3, 4]) states.setSelected(element, true)
    visibility.isolate([1])
    expect(states.selectionShown).toBe(false)
    states.setSelected(3, false)
    visibility.settleSelection()
    expect(states.selectionShown).toBe(true)
    visibility.restored(false)
    expect(states.selectionShown).toBe(true)
    states.setSelected(3, true)
    visibility.restored(true)
    expect([states.selectionShown, visibility.isolated]).toEqual([false, true])
    visibility.showAll()
    expect(states.selectionShown).toBe(true)
  })

  it('repaints everything after a change of more than a thousand elements', () => {
    const { visibility } = create()
    const elements = Array.from({ length: 1001 }, (_, at) => 10 + at)
    visibility.hide(elements)
    visibility.show(elements.slice(0, 1000))
    expect([refreshed[0], refreshed[1]?.length]).toEqual([null, 1000])
    visibility.showAll()
    expect(refreshed[2]).toEqual([1010])
  })
})

describe('ElementColors', () => {
  const create = () => {
    let count = 0
    return { colors: new ElementColors(host, () => count++), changes: () => count }
  }
  const red = { rgb: [255, 0, 0] } as const
  const blue = { rgb: [0, 0, 255], opacity: 0.5 } as const

  it('colours elements with everything below them, and removes colours', () => {
    const { colors, changes } = create()
    colors.set([1], red)
    expect(having(elementFlag.colored)).toEqual([1, 3, 4])
    expect([colors.size, states.colorOf(4), states.colorOf(5)]).toEqual([3, red, undefined])
    colors.set([4], null)
    expect(having(elementFlag.colored)).toEqual([1, 3])
    expect([changes(), refreshed]).toEqual([2, [[1, 3, 4], [4]]])
  })

  it('replaces all colours; an element of its own group keeps it against its parent', () => {
    const { colors } = create()
    colors.set([5], red)
    colors.replace(
      [
        { elements: [4], color: blue },
        { elements: [1], color: red },
      ],
      { elements: [4, 5, 6], color: { rgb: [1, 1, 1] } },
    )
    expect([1, 3, 4, 5, 6].map((element) => states.colorOf(element))).toEqual([
      red,
      red,
      blue,
      { rgb: [1, 1, 1] },
      { rgb: [1, 1, 1] },
    ])
    expect(states.colorOf(0)).toBeUndefined()
    expect(refreshed.at(-1)).toBeNull()
    colors.replace([])
    expect(colors.size).toBe(0)
  })

  it('extends to the children once the tree has loaded', () => {
    hasTree = false
    const { colors, changes } = create()
    colors.set([1], red)
    colors.replace([{ elements: [2], color: blue }])
    loadTree()
    // The first change is repeated as well, before the second.
    expect(having(elementFlag.colored)).toEqual([2, 5, 6])
    expect(changes()).toBe(2)
  })

  it('does not colour again what was reset before the tree loaded', () => {
    hasTree = false
    const { colors } = create()
    colors.set([1], red)
    colors.replace([{ elements: [2], color: red }])
    colors.reset()
    loadTree()
    expect(colors.size).toBe(0)
  })

  it('groups elements by equal colours', () => {
    const { colors } = create()
    colors.set([3], red)
    colors.set([5], { rgb: [255, 0, 0] })
    colors.set([6], blue)
    expect(colors.all()).toEqual([
      { color: red, elements: [3, 5] },
      { color: blue, elements: [6] },
    ])
  })

  it('removes all colours, and repaints only where there were any', () => {
    const { colors, changes } = create()
    colors.reset()
    expect([refreshed, changes()]).toEqual([[], 1])
    colors.set([3], red)
    colors.reset()
    expect([colors.size, having(elementFlag.colored), refreshed.at(-1)]).toEqual([0, [], null])
  })
})
