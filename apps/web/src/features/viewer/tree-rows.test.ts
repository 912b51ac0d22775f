import type { KeyboardEvent } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { houseTree, testTree } from '../../testing/test-tree.js'
import { nothingTyped, treeKeyHandler } from './tree-keys.js'
import { allOpen, listAncestors, openAtFirst, visibleRows } from './tree-rows.js'
import { elementClass, elementName } from './use-tree.js'

const tree = houseTree()
const formatRows = (...open: number[]) => {
  const { elements, depths } = visibleRows(tree, new Set(open))
  return [...elements].map((element, row) => `${'  '.repeat(depths[row] ?? 0)}${elementName(tree, element)}`)
}

describe('rows of the tree', () => {
  test('are the roots alone while nothing is open', () => {
    expect(formatRows()).toEqual(['Project'])
  })

  test('hold the children of open elements, each one deeper', () => {
    expect(formatRows(0, 1, 2)).toEqual([
      'Project',
      '  House',
      '    Storey 1',
      '      Outer wall',
      '      IfcDoor',
      '    Storey 2',
    ])
  })

  test('hold nothing of what is open under something closed', () => {
    expect(formatRows(1, 2, 3)).toEqual(['Project'])
  })

  test('are walked without recursion: files nest as deep as they like', () => {
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

describe('what is open at first', () => {
  test('is everything of a small tree', () => {
    expect(openAtFirst(tree)).toEqual(new Set([0, 1, 2, 3]))
  })

  test('is whole levels, as long as they fit in a first look', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `wall ${index}`, parent: 2 }))
    const large = testTree([{ name: 'a' }, { name: 'b', parent: 0 }, { name: 'c', parent: 1 }, ...many])
    expect([...openAtFirst(large)]).toEqual([0, 1])
  })

  test('is a single root in any case', () => {
    const wide = testTree([{ name: 'a' }, ...Array.from({ length: 100 }, () => ({ name: 'b', parent: 0 }))])
    expect([...openAtFirst(wide)]).toEqual([0])
  })

  test('is nothing of a flat list', () => {
    const flat = testTree(Array.from({ length: 100 }, (_, index) => ({ name: `${index}` })))
    expect(openAtFirst(flat).size).toBe(0)
  })
})

test('all open means every element that has children', () => {
  expect(allOpen(tree)).toEqual(new Set([0, 1, 2, 3]))
})

test('the elements above one come nearest first', () => {
  expect(listAncestors(tree, 4)).toEqual([2, 1, 0])
  expect(listAncestors(tree, 0)).toEqual([])
})

test('an element without a name is called by its class', () => {
  expect(elementName(tree, 4)).toBe('Outer wall')
  expect(elementName(tree, 5)).toBe('IfcDoor')
  expect(elementClass(tree, 6)).toBe('IfcSlab')
})

describe('keys', () => {
  function sendKey(key: string, { at, open = [0, 1, 2], ...modifiers }: KeyOptions) {
    const rows = visibleRows(tree, new Set(open))
    const actions = { setOpen: vi.fn(), openSiblings: vi.fn(), moveTo: vi.fn(), zoomTo: vi.fn(), toggleShown: vi.fn() }
    const current = rows.elements.indexOf(at)
    const isOpen = (element: number): boolean => open.includes(element)
    const options = { nameOf: (element: number) => elementName(tree, element), typed: nothingTyped() }
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
  ])('%s at element %i moves to row %i', (key, at, row) => {
    const { moveTo, preventDefault } = sendKey(key, { at })
    expect(moveTo).toHaveBeenCalledExactlyOnceWith(row)
    expect(preventDefault).toHaveBeenCalled()
  })

  test('right opens what is closed and enters what is open', () => {
    expect(sendKey('ArrowRight', { at: 3 }).setOpen).toHaveBeenCalledExactlyOnceWith(3, true)
    expect(sendKey('ArrowRight', { at: 2 }).moveTo).toHaveBeenCalledExactlyOnceWith(3)
  })

  test('right does nothing at an element without children', () => {
    const { setOpen, moveTo } = sendKey('ArrowRight', { at: 4 })
    expect(setOpen).not.toHaveBeenCalled()
    expect(moveTo).not.toHaveBeenCalled()
  })

  test('left closes what is open and leaves what is not', () => {
    expect(sendKey('ArrowLeft', { at: 2 }).setOpen).toHaveBeenCalledExactlyOnceWith(2, false)
    expect(sendKey('ArrowLeft', { at: 5 }).moveTo).toHaveBeenCalledExactlyOnceWith(2)
    expect(sendKey('ArrowLeft', { at: 0, open: [] }).moveTo).not.toHaveBeenCalled()
  })

  test('Enter zooms, Space hides and shows', () => {
    expect(sendKey('Enter', { at: 4 }).zoomTo).toHaveBeenCalledExactlyOnceWith(4)
    expect(sendKey(' ', { at: 4 }).toggleShown).toHaveBeenCalledExactlyOnceWith(4)
  })

  test('a letter goes to a name, a star opens the level', () => {
    expect(sendKey('o', { at: 0 }).moveTo).toHaveBeenCalledExactlyOnceWith(3)
    expect(sendKey('*', { at: 2 }).openSiblings).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('others, and those with Ctrl, stay the browser’s', () => {
    expect(sendKey('Tab', { at: 0 }).preventDefault).not.toHaveBeenCalled()
    expect(sendKey('Home', { at: 4, ctrlKey: true }).moveTo).not.toHaveBeenCalled()
  })
})
