import type { ModelTree } from '@kamar/package-format/read'

/** One element of a test tree; its number is its index in the list. */
export interface TestElement {
  readonly name: string
  readonly className?: string
  readonly id?: string
  /** Number of the parent element; absent for a root. */
  readonly parent?: number
}

const noParent = 0xffffffff

/** Creates a tree as decoded from the view package. */
export function testTree(elements: readonly TestElement[]): ModelTree {
  const classNames = [...new Set(elements.map(({ className }) => className ?? ''))]
  const listChildren = (parent: number | undefined): Uint32Array =>
    Uint32Array.from(elements.flatMap((element, index) => (element.parent === parent ? [index] : [])))
  return {
    count: elements.length,
    parent: Uint32Array.from(elements, ({ parent }) => parent ?? noParent),
    classNames,
    classIndex: Uint16Array.from(elements, ({ className }) => classNames.indexOf(className ?? '')),
    hidden: new Uint8Array(elements.length),
    name: (element) => elements[element]?.name ?? '',
    sourceId: (element) => elements[element]?.id ?? '',
    findByIds(sourceIds) {
      const ids = new Set(sourceIds)
      return elements.flatMap(({ id = '' }, element) => (id !== '' && ids.has(id) ? [element] : []))
    },
    roots: listChildren(undefined),
    children: listChildren,
  }
}

/** Creates project › building › two storeys; a wall and an unnamed door on the first, a slab on the second. */
export const houseTree = (): ModelTree =>
  testTree([
    { name: 'Project', className: 'IfcProject', id: 'id-project' },
    { name: 'House', className: 'IfcBuilding', id: 'id-house', parent: 0 },
    { name: 'Storey 1', className: 'IfcBuildingStorey', id: 'id-first', parent: 1 },
    { name: 'Storey 2', className: 'IfcBuildingStorey', id: 'id-second', parent: 1 },
    { name: 'Outer wall', className: 'IfcWall', id: 'id-wall', parent: 2 },
    { name: '', className: 'IfcDoor', id: 'id-door', parent: 2 },
    { name: 'Slab', className: 'IfcSlab', parent: 3 },
  ])
