import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'
import { noParent, type TreeInput } from './tree.js'
import { decodeTree } from './tree-decode.js'
import { encodeTree } from './tree-encode.js'

const globalId = '0$00000000000000000001'

const tree: TreeInput = {
  count: 5,
  parent: Uint32Array.of(noParent, 0, 1, 0, noParent),
  classNames: ['IfcSite', 'IfcWall'],
  classIndex: Uint16Array.of(0, 1, 1, 1, 0),
  hidden: Uint8Array.of(0, 0, 1, 0, 1),
  name: (element) => ['A', 'B', 'A', '', 'C'][element],
  sourceId: (element) => ['', globalId, 'h1', globalId, 'h22'][element],
}

describe('encodeTree', () => {
  const bytes = encodeTree(tree)

  it('writes distances to parents, classes, flags and first uses of names', () => {
    expect(getSection(bytes, 'n.parent')).toEqual([0, 1, 1, 3, 0])
    expect(getSection(bytes, 'n.class')).toEqual([0, 1, 1, 1, 0])
    expect(getSection(bytes, 'n.hidden')).toEqual([0, 0, 1, 0, 1])
    expect(getSection(bytes, 'n.name')).toEqual([0, 0, 2, 0, 0])
    expect(getSection(bytes, 'name.text')).toEqual([0x41, 0x42, 0x43])
    expect(getSection(bytes, 'name.length')).toEqual([1, 1, 0, 1])
  })

  it('writes GlobalIds in 16 bytes, byte by byte over all elements, and other ids as text', () => {
    expect(getSection(bytes, 'n.id')).toEqual([0, 1, 2, 1, 2])
    // 3f, fourteen zeros and 01, twice.
    expect(getSection(bytes, 'id.packed')).toEqual([0x3f, 0x3f, ...Array.from<number>({ length: 28 }).fill(0), 1, 1])
    expect(getSection(bytes, 'id.text')).toEqual([0x68, 0x31, 0x68, 0x32, 0x32])
    expect(getSection(bytes, 'id.length')).toEqual([2, 3])
    expect(readStored(bytes).meta).toEqual({
      elements: 5,
      classes: ['IfcSite', 'IfcWall'],
      names: 4,
      globalIds: 2,
      idTexts: 2,
    })
  })

  it('ignores rows beyond the count', () => {
    const longer = { ...tree, classIndex: new Uint16Array(9).fill(7), hidden: new Uint8Array(9).fill(1) }
    longer.classIndex.set(tree.classIndex)
    longer.hidden.set(tree.hidden)
    expect(encodeTree(longer)).toEqual(bytes)
  })

  it('writes elements as roots if they are their own parent or precede it', () => {
    const wrong = encodeTree({ ...tree, parent: Uint32Array.of(0, 1, 4, 2, 9) })
    expect(getSection(wrong, 'n.parent')).toEqual([0, 0, 0, 1, 0])
    expect([...decodeTree(wrong).parent]).toEqual([noParent, noParent, noParent, 2, noParent])
  })
})

describe('decodeTree', () => {
  it('restores random trees with their children', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const count = 1 + Math.floor(random() * 300)
      const parent = Uint32Array.from({ length: count }, (_, element) =>
        element === 0 || random() < 0.05 ? noParent : Math.floor(random() * element),
      )
      const names = Array.from({ length: count }, () => `n${Math.floor(random() * 40)}`)
      const ids = names.map((name, element) => [`${name}-${element}`, globalId, ''][Math.floor(random() * 3)])
      const classIndex = Uint16Array.from(names, () => random() * 2)
      const hidden = Uint8Array.from(names, () => random() * 2)
      const methods = { name: (element: number) => names[element], sourceId: (element: number) => ids[element] }
      const decoded = decodeTree(encodeTree({ ...tree, count, parent, classIndex, hidden, ...methods }))
      expect([decoded.parent, decoded.classIndex, decoded.hidden], `seed ${seed}`).toEqual([parent, classIndex, hidden])
      names.forEach((name, element) => {
        expect([decoded.name(element), decoded.sourceId(element)]).toEqual([name, ids[element]])
        expect([...decoded.children(element)]).toEqual([...parent.keys()].filter((child) => parent[child] === element))
      })
      expect([...decoded.roots]).toEqual([...parent.keys()].filter((element) => parent[element] === noParent))
    }
  })

  it.each<[string, ContainerChanges, string]>([
    ['a parent before the first element', { sections: { 'n.parent': Uint8Array.of(0, 2, 1, 3, 0) } }, 'parent out of'],
    ['a class that does not exist', { sections: { 'n.class': Uint8Array.of(0, 1, 2, 1, 0) } }, 'class out of range'],
    ['fewer flags than elements', { sections: { 'n.hidden': new Uint8Array(4) } }, 'column n.hidden'],
    [
      'a name that does not exist',
      { sections: { 'n.name': Uint8Array.of(0, 0, 0, 0, 0) } },
      'text number out of range',
    ],
    ['an unknown kind of id', { sections: { 'n.id': Uint8Array.of(0, 1, 3, 1, 2) } }, 'id of unknown kind'],
    ['fewer kinds of ids than elements', { sections: { 'n.id': new Uint8Array(4) } }, 'column n.id'],
    ['an incomplete GlobalId', { sections: { 'id.packed': new Uint8Array(31) } }, 'column id.packed'],
    ['fewer texts than stated', { meta: { idTexts: 3 } }, 'fewer numbers'],
    ['no elements', { meta: { elements: -1 } }, 'no count elements'],
    ['no classes', { meta: { classes: 'IfcWall' } }, 'no texts classes'],
    ['no names', { meta: { names: 1.5 } }, 'no count names'],
    ['no GlobalIds', { meta: { globalIds: null } }, 'no count globalIds'],
  ])('refuses %s', (_, changes, message) => {
    const bytes = editContainer(encodeTree(tree), changes)
    expect(() => decodeTree(bytes)).toThrow(RangeError)
    expect(() => decodeTree(bytes)).toThrow(message)
  })
})
