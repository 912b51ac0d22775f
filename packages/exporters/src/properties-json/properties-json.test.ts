import { WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exported } from '../testing/exported.js'
import { houseWithProperties } from '../testing/house-with-properties.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('properties JSON export', () => {
  it('contains every element with parent, identity and property sets', async () => {
    const json = JSON.parse((await exported(houseWithProperties(), 'properties-json')).toString()) as {
      model: Record<string, unknown>
      elements: unknown[]
    }
    expect(json.model).toMatchObject({ name: 'test', format: 'obj' })
    expect(json.elements).toHaveLength(2)
    expect(json.elements[0]).toMatchObject({ number: 0, parent: null, class: 'IfcProject', propertySets: [] })
    expect(json.elements[1]).toMatchObject({
      number: 1,
      parent: 0,
      id: 'w1',
      name: 'Wall "A", Պատ',
      propertySets: [{ name: 'Pset_WallCommon', properties: [{ name: 'IsExternal', value: true }, {}, {}, {}] }],
    })
  })

  it('lists many elements in tree order', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    for (let part = 0; part < 5000; part++) {
      const node = viewPackage.writer.addNode({ parent: root, name: `part ${part}`, class: 'IfcBeam', sourceId: '' })
      const set = viewPackage.writer.addPropertySet({ name: 'Mark', properties: [{ name: 'Number', value: part }] })
      viewPackage.writer.assignPropertySets(node, [set])
    }
    const { elements } = JSON.parse((await exported(viewPackage, 'properties-json')).toString()) as {
      elements: { number: number; propertySets: { properties: { value: number }[] }[] }[]
    }
    expect(elements.map(({ number }) => number)).toEqual(Array.from({ length: 5001 }, (_, number) => number))
    expect(elements.at(-1)?.propertySets[0]?.properties[0]?.value).toBe(4999)
  })
})
