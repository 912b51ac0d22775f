import type { ModelTree } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { findElements, compactElements, createReference } from './element-references.js'
import { readViewState, type ViewState } from './view-state.js'

const none = 0xffffffff
/** 0 site › 1 storey (2 wall with 3 opening in it, 4 door), 5 storey (6 slab); 7 a loose terrain. */
const parents = [none, 0, 1, 2, 1, 0, 5, none]
const ids = ['site', 'first', 'wall', 'opening', 'door', 'second', 'slab', '']
const tree = {
  count: parents.length,
  parent: Uint32Array.from(parents),
  hidden: new Uint8Array(parents.length),
  sourceId: (element: number) => ids[element] ?? '',
  findByIds(sourceIds: Iterable<string>) {
    const set = new Set(sourceIds)
    return [...ids.keys()].filter((element) => ids[element] !== '' && set.has(ids[element] ?? ''))
  },
  roots: Uint32Array.from([0, 7]),
  children: (element: number) =>
    Uint32Array.from(parents.flatMap((parent, child) => (parent === element ? [child] : []))),
} as unknown as ModelTree
const shaped = new Set([2, 3, 4, 6, 7])
const rules = { hasShape: (element: number) => shaped.has(element), counts: (element: number) => shaped.has(element) }

describe('element references of a saved view', () => {
  it('are source ids, or numbers of elements without one', () => {
    expect(createReference(tree, 2)).toBe('wall')
    expect(createReference(tree, 7)).toBe('#7')
    expect(findElements(tree, ['#7', 'door', 'gone'])).toEqual([4, 7])
    expect(findElements(tree, [])).toEqual([])
  })

  it.each([
    ['a complete storey is one reference', [2, 3, 4], [1]],
    ['a complete site is one reference', [2, 3, 4, 6], [0]],
    ['a wall does not include its opening', [2], [2]],
    ['a partial storey is a list of elements', [3, 6], [3, 5]],
    ['an element outside storeys is its own reference', [7], [7]],
    ['an empty list stays empty', [], []],
  ])('are compacted: %s', (_, elements, names) => {
    expect(compactElements(tree, new Set(elements), rules)).toEqual(names)
  })

  it('name a whole parent although an uncounted child is missing', () => {
    const counts = (element: number): boolean => shaped.has(element) && element !== 3
    expect(compactElements(tree, new Set([2, 4]), { ...rules, counts })).toEqual([1])
  })
})

const state: ViewState = {
  format: 'kamar-view',
  version: 1,
  camera: { eye: [0, 0, 5], target: [0, 0, 0], projection: 'orthographic', fieldOfViewDegrees: 50, height: 4 },
  aspect: 1.6,
  selection: ['wall'],
  visibility: { shown: 'all-but', exceptions: ['first'], ghosted: [] },
  colors: [{ color: { rgb: [1, 2, 3], opacity: 0.5 }, elements: ['slab'] }],
  extensions: { 'kamar.markup': { any: 'thing' } },
}

describe('saved view', () => {
  it('is read as written', () => {
    expect(readViewState(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })
  it.each([
    ['an empty value', undefined],
    ['a list', []],
    ['another format', { ...state, format: 'kamar-markup' }],
    ['no camera', { ...state, camera: null }],
    ['an infinite image size', { ...state, aspect: Infinity }],
    ['numeric element references', { ...state, selection: [4] }],
    ['an unknown visibility', { ...state, visibility: { ...state.visibility, shown: 'some' } }],
    ['an out-of-range colour', { ...state, colors: [{ color: { rgb: [0, 0, 256] }, elements: [] }] }],
    ['no extensions field', { ...state, extensions: [] }],
  ])('is rejected with %s', (_, value) => {
    expect(readViewState(value)).toBeNull()
  })
})
