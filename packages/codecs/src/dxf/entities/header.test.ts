import { describe, expect, it } from 'vitest'
import type { Entity } from '../../drawing/index.js'
import { readEntity, readModel } from '../testing/index.js'

const tables = `0 LTYPE\n5 20\n2 DASHED\n73 0
  0 LAYER\n5 30\n2 Walls\n62 3\n0 LAYER\n5 31\n2 Doors\n62 4`
const line = '10 0\n20 0\n11 1\n21 1'
const readLine = (header: string): Entity => readEntity('line', `0 LINE\n5 A1\n${header}\n${line}`, { tables })

describe('header of an entity of a DXF', () => {
  it('has the defaults of what it does not state', () => {
    expect(readLine('8 Walls')).toMatchObject({
      ...{ handle: 0xa1, name: 'LINE', layer: { name: 'Walls' }, lineType: { name: 'ByLayer' }, lineTypeScale: 1 },
      ...{ color: { kind: 'byLayer' }, opacity: 'byLayer', lineWeight: -1, isInvisible: false, savedGraphics: null },
      dictionaryHandle: 0,
    })
  })

  it('has line type, scale, weight, opacity and visibility', () => {
    expect(readLine('8 Walls\n6 dashed\n48 2.5\n370 50\n440 33554559\n60 1')).toMatchObject({
      ...{ lineType: { name: 'DASHED' }, lineTypeScale: 2.5, lineWeight: 50, opacity: 0.5, isInvisible: true },
    })
  })

  it.each([
    ['62 5', { kind: 'index', index: 5 }],
    ['62 0', { kind: 'byBlock' }],
    ['62 5\n420 1193046', { kind: 'rgb', rgb: 0x123456 }],
  ])('has the colour of %j', (groups, color) => {
    expect(readLine(`8 Walls\n${groups}`).color).toEqual(color)
  })

  it('ends at the second subclass', () => {
    expect(readLine('100 AcDbEntity\n8 Walls\n62 1\n100 AcDbLine\n8 Doors\n62 2')).toMatchObject({
      layer: { name: 'Walls' },
      color: { kind: 'index', index: 1 },
    })
  })

  it('is read behind the first subclass of a program that states its layer there', () => {
    expect(readLine('100 AcDbEntity\n100 AcDbLine\n8 Doors\n62 2')).toMatchObject({
      layer: { name: 'Doors' },
      color: { kind: 'index', index: 2 },
    })
  })

  it('has layer 0 where it states none, and adds a layer that the tables do not have', () => {
    const [first, second] = readModel({ tables, entities: `0 LINE\n${line}\n0 LINE\n8 Other\n${line}` })
    expect([first?.layer.name, second?.layer.name]).toEqual(['0', 'Other'])
  })

  it.each(['92', '160'])('has saved graphics, whose size has the code %s', (code) => {
    const { savedGraphics } = readLine(`8 Walls\n${code} 5\n310 010203\n310 0405`)
    expect([...(savedGraphics ?? [])]).toEqual([1, 2, 3, 4, 5])
  })

  it('has no saved graphics without data', () => {
    expect(readLine('8 Walls\n92 0').savedGraphics).toBeNull()
  })

  it('has the dictionary of its extension', () => {
    expect(readLine('102 {ACAD_XDICTIONARY\n360 4B\n102 }\n8 Walls').dictionaryHandle).toBe(0x4b)
  })
})
