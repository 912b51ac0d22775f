import { samplesFolder } from '@kamar/test-kit'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Drawing, Entity } from '../drawing/index.js'
import { openDwg } from '../dwg/index.js'
import { openDxf } from './open-dxf.js'

const folder = join(samplesFolder() ?? '', 'dwg')
const suffix = '_truth.dxf'
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)))
/** Names of drawings that are there as DWG and as DXF. */
const twins = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
  : []

const listEntities = ({ blocks }: Drawing): Map<number, Entity> =>
  new Map(blocks.flatMap((block) => [...block.entities()].map((entity) => [entity.handle, entity] as const)))

/** Returns the values that place an entity, rounded to what a DXF states of them. */
function describePlacement(entity: Entity): unknown {
  const round = (value: number): number => Number(value.toPrecision(9))
  switch (entity.kind) {
    case 'line':
      return [...entity.start, ...entity.end].map(round)
    case 'circle':
    case 'arc':
      return [...entity.center, entity.radius].map(round)
    case 'polyline':
      return entity.vertices.flatMap(({ x, y, bulge }) => [x, y, bulge]).map(round)
    case 'text':
      return [entity.value, ...entity.insertPoint.map(round)]
    case 'insert':
      return [...entity.insertPoint, ...entity.scale, entity.rotation].map(round)
    default:
      return null
  }
}

describe.skipIf(twins.length === 0)('DXF twin of a DWG', () => {
  it.each(twins)('has the entities of the DWG by their handles: %s', (name) => {
    const dxf = openDxf(read(`${name}${suffix}`))
    const expected = listEntities(openDwg(read(`${name}.dwg`)))
    // Old releases save newer annotations as inserts of the blocks that draw them.
    const common = [...listEntities(dxf)].filter(([handle, { kind }]) => expected.get(handle)?.kind === kind)
    expect(dxf.unread).toEqual([])
    expect(common.length).toBeGreaterThan(100)
    const different = common.filter(([handle, entity]) => {
      const other = expected.get(handle) ?? entity
      const isOnLayer = other.layer.name.toUpperCase() === entity.layer.name.toUpperCase()
      return !isOnLayer || JSON.stringify(describePlacement(other)) !== JSON.stringify(describePlacement(entity))
    })
    expect(different.map(([handle, entity]) => `${entity.name} ${handle.toString(16)}`)).toEqual([])
  })
})
