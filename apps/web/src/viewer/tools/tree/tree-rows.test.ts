import type { KeyboardEvent } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { houseTree, testTree } from '../../../testing/test-tree.js'
import { noInput, treeKeyHandler } from './tree-keys.js'
import { allOpen, listAncestors, openAtFirst, visibleRows } from './tree-rows.js'
import { elementClass, elementName } from '../../session/use-tree.js'

const tree = houseTree()
const markOpen = (count: number, elements: readonly number[]) =>
  Uint8Array.from({ length: count }, (_, element) => (elements.includes(element) ? 1 : 0))
const listOpen = (open: Uint8Array): number[] => [...open.keys()].filter((element) => open[element] === 1)
const formatRows = (...open: number[]) => {
  const { elements, depths } = visibleRows(tree, markOpen(tree.count, open))
  return [...elements].map((element, row) => `${'  '.repeat(depths[row] ?? 0)}${elementName(tree, element)}`)
}

describe('tree rows', () => {
  test('contain only the roots when everything is collapsed', () => {
    expect(formatRows()).toEqual(['Project'])
  })

  test('contain the children of expanded elements, one level deeper', () => {
    expect(formatRows(0, 1, 2)).toEqual([
      'Project',
      '  House',
      '    Storey 1',
      '      Outer wall',
      '      IfcDoor',
      '    Storey 2',
    ])
  })

  test('exclude expanded elements below a collapsed one', () => {
    expect(formatRows(1, 2, 3)).toEqual(['Project'])
  })

  test('are computed without recursion for 50,000 levels', () => {
    const count = 50_000
    const deep = testTree([{ name: 'top' }])
    const parent = Uint32Array.from({ length: count }, (_, element) => (element === 0 ? 0xffffffff : element - 1))
    const chain = {
      ...deep,
      count,
      parent,
      children: (element: number) => Uint32Array.from(element + 1 < count ? [element + 1] : []),
    }
    expect(visibleRows(chain, allOpen(chain)).elements).toHaveLength(count)
    expect(listAncestors(chain, count - 1)).toHaveLength(count - 1)
  })
})

describe('default tree expansion', () => {
  test('includes every parent of a small tree', () => {
    expect(listOpen(openAtFirst(tree))).toEqual([0, 1, 2, 3])
  })

  test('includes complete levels up to a number of rows', () => {
    const walls = Array.from({ length: 50 }, (_, index) => ({ name: `wall ${index}`, parent: 2 }))
    const large = testTree([{ name: 'a' }, { name: 'b', parent: 0 }, { name: 'c', parent: 1 }, ...walls])
    expect(listOpen(openAtFirst(large))).toEqual([0, 1])
  })

  test('includes a single root in any case', () => {
    const wide = testTree([{ name: 'a' }, ...Array.from({ length: 100 }, () => ({ name: 'b', parent: 0 }))])
    expect(listOpen(openAtFirst(wide))).toEqual([0])
  })

  test('is empty for a flat list', () => {
    const flat = testTree(Array.from({ length: 100 }, (_, index) => ({ name: `${index}` })))
    expect(listOpen(openAtFirst(flat))).toEqual([])
  })
})

test('full tree expansion contains every element with children', () => {
  expect(listOpen(allOpen(tree))).toEqual([0, 1, 2, 3])
})

test('element ancestors are ordered from the nearest', () => {
  expect(listAncestors(tree, 4)).toEqual([2, 1, 0])
  expect(listAncestors(tree, 0)).toEqual([])
})

test('unnamed element is labelled by its class', () => {
  expect(elementName(tree, 4)).toBe('Outer wall')
  expect(elementName(tree, 5)).toBe('IfcDoor')
  expect(elementClass(tree, 6)).toBe('IfcSlab')
})

describe('tree keyboard handler', () => {
  function sendKey(key: string, { at, open = [0, 1, 2], ...modifiers }: KeyOptions) {
    const rows = visibleRows(tree, markOpen(tree.count, open))
    const actions = { setOpen: vi.fn(), openSiblings: vi.fn(), moveTo: vi.fn(), zoomTo: vi.fn(), toggleShown: vi.fn() }
    const current = rows.elements.indexOf(at)
    const isOpen = (element: number): boolean => open.includes(element)
    const options = { getName: (element: number) => elementName(tree, element), typed: noInput() }
    const handle = treeKeyHandler({ tree, rows, current, rowPixels: 28, isOpen, ...options, ...actions })
    const preventDefault = vi.fn()
    const currentTarget = { clientHeight: 28 * 4 }
    const event = {
      key,
      timeStamp: 0,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      preventDefault,
      currentTarget,
      ...modifiers,
    }
    handle(event as unknown as KeyboardEvent<HTMLElement>)
    return { ...actions, preventDefault }
  }
  interface KeyOptions {
    readonly at: number
    readonly open?: number[]
    readonly ctrlKey?: boolean
  }

  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 5],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, 0],
    ['Home', 4, 0],
    ['End', 0, 5],
    ['PageDown', 0, 3],
    ['PageUp', 3, 2],
  ])('moves by %s at element %i to row %i', (key, at, row) => {
    const { moveTo, preventDefault } = sendKey(key, { at })
    expect(moveTo).toHaveBeenCalledExactlyOnceWith(row)
    expect(preventDefault).toHaveBeenCalled()
  })

  test('expands by ArrowRight, or enters an expanded element', () => {
    expect(sendKey('ArrowRight', { at: 3 }).setOpen).toHaveBeenCalledExactlyOnceWith(3, true)
    expect(sendKey('ArrowRight', { at: 2 }).moveTo).toHaveBeenCalledExactlyOnceWith(3)
  })

  test('ignores ArrowRight at an element without children', () => {
    const { setOpen, moveTo } = sendKey('ArrowRight', { at: 4 })
    expect(setOpen).not.toHaveBeenCalled()
    expect(moveTo).not.toHaveBeenCalled()
  })

  test('collapses by ArrowLeft, or moves to the parent', () => {
    expect(sendKey('ArrowLeft', { at: 2 }).setOpen).toHaveBeenCalledExactlyOnceWith(2, false)
    expect(sendKey('ArrowLeft', { at: 5 }).moveTo).toHaveBeenCalledExactlyOnceWith(2)
    expect(sendKey('ArrowLeft', { at: 0, open: [] }).moveTo).not.toHaveBeenCalled()
  })

  test('zooms by Enter and toggles the visibility by Space', () => {
    expect(sendKey('Enter', { at: 4 }).zoomTo).toHaveBeenCalledExactlyOnceWith(4)
    expect(sendKey(' ', { at: 4 }).toggleShown).toHaveBeenCalledExactlyOnceWith(4)
  })

  test('moves to a name by its letter and expands siblings by an asterisk', () => {
    expect(sendKey('o', { at: 0 }).moveTo).toHaveBeenCalledExactlyOnceWith(3)
    expect(sendKey('*', { at: 2 }).openSiblings).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('leaves other keys and Ctrl combinations to the browser', () => {
    expect(sendKey('Tab', { at: 0 }).preventDefault).not.toHaveBeenCalled()
    expect(sendKey('Home', { at: 4, ctrlKey: true }).moveTo).not.toHaveBeenCalled()
  })
})
