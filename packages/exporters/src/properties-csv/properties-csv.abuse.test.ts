import { describe, expect, it } from 'vitest'
import { WrittenPackage } from '@kamar/packager/test-support'
import { exported } from '../testing/exported.js'

async function writeCsv(value: string): Promise<string> {
  const viewPackage = new WrittenPackage()
  const root = viewPackage.addRoot()
  const wall = viewPackage.writer.addNode({ parent: root, name: value, class: 'IfcWall', sourceId: value })
  const set = viewPackage.writer.addPropertySet({ name: value, properties: [{ name: value, value }] })
  viewPackage.writer.assignPropertySets(wall, [set])
  return (await exported(viewPackage, 'properties-csv')).toString('utf8')
}

describe('properties CSV export', () => {
  it.each([
    ['an equals sign', '=1+1'],
    ['a plus sign', '+1+1'],
    ['a minus sign', '-1+1'],
    ['an at sign', '@SUM(A1)'],
    ['a tab', '\t=1+1'],
  ])('I15 escapes a value that begins with %s in every column', async (_, value) => {
    const row = (await writeCsv(value)).split('\r\n').find((line) => line.includes('IfcWall')) ?? ''
    const cells = row.split(',').map((cell) => cell.replace(/^"/, ''))
    expect(cells.slice(0, 2).concat(cells.slice(3, 6))).toEqual(Array.from({ length: 5 }, () => `'${value}`))
  })
})
