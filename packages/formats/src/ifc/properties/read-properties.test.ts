import { readFileSync } from 'node:fs'
import { memorySource, type NodeId, type PropertySet, type PropertySetId } from '@kamar/core'
import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../reader.js'
import { readProperties } from './read-properties.js'

const house = readFileSync(new URL('../fixtures/house.ifc', import.meta.url))
const { signal } = new AbortController()

describe('readProperties', () => {
  it('adds the sets of a whole read in the same order, to the same nodes', async () => {
    const sets: PropertySet[] = []
    const assignments = new Map<NodeId, readonly PropertySetId[]>()
    const scene = {
      addPropertySet: (set: PropertySet): PropertySetId => sets.push(set) - 1,
      assignPropertySets: (node: NodeId, ids: readonly PropertySetId[]): void => void assignments.set(node, ids),
    }
    const nodeCount = await readProperties(memorySource('house.ifc', house), { scene, signal })
    const fullRead = await runReader(reader, house, { name: 'house.ifc' })
    expect(nodeCount).toBe(fullRead.scene.nodes.length)
    expect(sets.length).toBeGreaterThan(10)
    expect(sets).toEqual(fullRead.scene.propertySets)
    expect(assignments).toEqual(fullRead.scene.assignments)
  })

  it('ends when it is cancelled', async () => {
    const scene = { addPropertySet: () => 0, assignPropertySets: () => undefined }
    const cancelled = AbortSignal.abort()
    await expect(readProperties(memorySource('house.ifc', house), { scene, signal: cancelled })).rejects.toMatchObject({
      failure: { code: 'cancelled' },
    })
  })
})
