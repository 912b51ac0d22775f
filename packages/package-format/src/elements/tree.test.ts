import { describe, expect, it } from 'vitest'
import { decodeTree, encodeTree, noParent, type TreeInput } from '../index.js'

function createTree(rows: readonly (readonly [parent: number, name: string, sourceId: string])[]): TreeInput {
  return {
    count: rows.length,
    parent: Uint32Array.from(rows, (row) => row[0]),
    classNames: ['IfcProject', 'IfcWall'],
    classIndex: Uint16Array.from(rows, (_, index) => (index === 0 ? 0 : 1)),
    hidden: Uint8Array.from(rows, (_, index) => index & 1),
    name: (element) => rows[element][1],
    sourceId: (element) => rows[element][2],
  }
}

const rows = [
  [noParent, 'Project', '1Bn5W68ypHSijN6pltTw4K'],
  [0, 'Wall 1', '15kVdbxG6_6gqtC6nRYBd5'],
  [0, 'Wall 1', ''],
  [1, '', '1F3A'],
  [0, '\u{feff}Ծածկ 😀', '0000000000000000000000'],
  [noParent, 'second root', 'handle 7'],
] as const

describe('element tree', () => {
  it('keeps names, classes, ids and hidden flags', () => {
    const tree = decodeTree(encodeTree(createTree(rows)))
    expect(tree.count).toBe(rows.length)
    rows.forEach(([parent, name, sourceId], element) => {
      expect(tree.parent[element]).toBe(parent)
      expect(tree.name(element)).toBe(name)
      expect(tree.sourceId(element)).toBe(sourceId)
      expect(tree.classNames[tree.classIndex[element]]).toBe(element === 0 ? 'IfcProject' : 'IfcWall')
      expect(tree.hidden[element]).toBe(element & 1)
    })
  })

  it('lists roots and children in ascending order', () => {
    const tree = decodeTree(encodeTree(createTree(rows)))
    expect([...tree.roots]).toEqual([0, 5])
    expect([...tree.children(0)]).toEqual([1, 2, 4])
    expect([...tree.children(1)]).toEqual([3])
    expect([...tree.children(5)]).toEqual([])
  })

  it('supports zero elements', () => {
    const tree = decodeTree(encodeTree(createTree([])))
    expect(tree.count).toBe(0)
    expect(tree.roots.length).toBe(0)
  })

  it('encodes an element with a GlobalId and a repeated name in less than 23 bytes', () => {
    const nodes = Array.from(
      { length: 2000 },
      (_, index) => [index === 0 ? noParent : 0, 'Pipe', rows[index % 2][2]] as const,
    )
    expect(encodeTree(createTree(nodes)).length).toBeLessThan(2000 * 23)
  })

  it('ignores a parent that does not precede its child, so no cycle can be read', () => {
    const tree = decodeTree(
      encodeTree(
        createTree([
          [noParent, 'a', ''],
          [2, 'b', ''],
          [1, 'c', ''],
        ]),
      ),
    )
    expect([...tree.parent]).toEqual([noParent, noParent, 1])
  })
})
