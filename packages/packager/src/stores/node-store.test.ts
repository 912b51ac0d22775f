import { noParent } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { NodeStore } from './node-store.js'

describe('NodeStore', () => {
  it('stores the fields of every node as columns', () => {
    const store = new NodeStore()
    expect(store.add({ parent: null, name: 'Site', class: 'IfcSite', sourceId: 'a' })).toBe(0)
    expect(store.add({ parent: 0, name: 'Room', class: 'IfcSpace', sourceId: 'b', hidden: true })).toBe(1)
    expect(store.add({ parent: 1, name: 'Chair', class: 'IfcSite', sourceId: '', hidden: false })).toBe(2)
    expect(store.count).toBe(3)
    expect([...store.parent]).toEqual([noParent, 0, 1])
    expect([...store.hidden]).toEqual([0, 1, 0])
    expect(store.classNames).toEqual(['IfcSite', 'IfcSpace'])
    expect([...store.classIndex]).toEqual([0, 1, 0])
    expect([0, 1, 2].map((node) => [store.name(node), store.sourceId(node), store.className(node)])).toEqual([
      ['Site', 'a', 'IfcSite'],
      ['Room', 'b', 'IfcSpace'],
      ['Chair', '', 'IfcSite'],
    ])
  })

  it.each([0, 1, -1, Number.NaN])('rejects the parent %d, which was not added before', (parent) => {
    const store = new NodeStore()
    expect(() => store.add({ parent, name: '', class: '', sourceId: '' })).toThrow(
      new RangeError(`parent ${parent} of node 0 does not exist`),
    )
    expect(store.count).toBe(0)
  })

  it('counts the nodes of several classes', () => {
    const store = new NodeStore()
    for (const name of ['Level', 'Wall', 'IfcBuildingStorey', 'Level'])
      store.add({ parent: null, name: '', class: name, sourceId: '' })
    expect(store.countByClasses(new Set(['IfcBuildingStorey', 'Level']))).toBe(3)
    expect(store.countByClasses(new Set(['Wall', 'Roof']))).toBe(1)
    expect(store.countByClasses(new Set(['Roof']))).toBe(0)
  })

  it('puts the nodes of any class after the 65,536th in the first class', () => {
    const store = new NodeStore()
    for (let number = 0; number <= 0xffff; number++)
      store.add({ parent: null, name: '', class: `c${number}`, sourceId: '' })
    expect(store.className(0xffff)).toBe('c65535')
    const node = store.add({ parent: null, name: '', class: 'one too many', sourceId: '' })
    expect(store.className(node)).toBe('c0')
    expect(store.classNames).toHaveLength(0x10000)
  })
})
