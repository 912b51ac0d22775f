import { WrittenPackage } from '@kamar/packager/test-support'

/** Creates a house of one wall with a property set. */
export function houseWithProperties(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  const root = viewPackage.addRoot()
  const wall = viewPackage.writer.addNode({ parent: root, name: 'Wall "A", Պատ', class: 'IfcWall', sourceId: 'w1' })
  const set = viewPackage.writer.addPropertySet({
    name: 'Pset_WallCommon',
    properties: [
      { name: 'IsExternal', value: true },
      { name: 'Height', value: -2.5, unit: 'm' },
      { name: 'Note', value: '=HYPERLINK("http://example.org")' },
      { name: 'Two lines', value: 'one\ntwo' },
    ],
  })
  viewPackage.writer.assignPropertySets(wall, [set])
  return viewPackage
}
