import { BuildingWriter, rectangle } from '../../packages/formats/dist/ifc/fixtures/building-writer.js'
import { stepList, stepReal, stepString } from '../../packages/formats/dist/ifc/fixtures/step-writer.js'
import { cornice, createKit, facades, gallery, roofGarden, squareAndTrees } from './arcade-parts.mjs'

/*
 * Our own model of a town house over an arcade, for the product's screenshots: four storeys of tuff, a corner tower, a
 * square with trees. Lengths in millimetres.
 */

const storeys = [
  { key: 'ground', name: 'Ground floor', elevation: 0, height: 4500 },
  { key: 'first', name: 'First floor', elevation: 4500, height: 3600 },
  { key: 'second', name: 'Second floor', elevation: 8100, height: 3600 },
  { key: 'third', name: 'Third floor', elevation: 11_700, height: 3600 },
  { key: 'tower', name: 'Tower', elevation: 15_300, height: 3900 },
]

function writeProject(building) {
  const { step } = building
  const length = step.add('IFCSIUNIT', '*', '.LENGTHUNIT.', '.MILLI.', '.METRE.')
  const area = step.add('IFCSIUNIT', '*', '.AREAUNIT.', '$', '.SQUARE_METRE.')
  const units = step.add('IFCUNITASSIGNMENT', stepList([length, area]))
  const contexts = stepList([building.modelContext])
  const name = 'Arcade House, Abovyan Street'
  return step.add('IFCPROJECT', ...building.root('project', name), '$', stepString(name), '$', contexts, units)
}

function spatial(building, { type, key, name, parent, elevation, rest }) {
  const placement = building.placement(parent, [0, 0, elevation])
  const root = building.root(key, name)
  const element = building.step.add(type, ...root, '$', placement, '$', '$', '.ELEMENT.', ...rest)
  return { element, placement, key, contained: [] }
}

function writePropertySet(building, name, elements, values) {
  const { step } = building
  const properties = Object.entries(values).map(([property, value]) =>
    step.share('IFCPROPERTYSINGLEVALUE', stepString(property), '$', value, '$'),
  )
  const key = `${name} ${elements[0]}`
  const set = step.add('IFCPROPERTYSET', ...building.root(`set ${key}`, name), stepList(properties))
  building.relate('IFCRELDEFINESBYPROPERTIES', key, stepList(elements), set)
}

const label = (text) => `IFCLABEL(${stepString(text)})`
const truth = (value) => `IFCBOOLEAN(${value ? '.T.' : '.F.'})`

function describe(building, parts) {
  writePropertySet(building, 'Pset_WallCommon', parts.walls, {
    IsExternal: truth(true),
    LoadBearing: truth(true),
    FireRating: label('REI 120'),
    ThermalTransmittance: `IFCTHERMALTRANSMITTANCEMEASURE(${stepReal(0.28)})`,
    AcousticRating: label('Rw 54 dB'),
  })
  writePropertySet(building, 'Stone', parts.walls, {
    Quarry: label('Artik'),
    Stone: label('Rose tuff'),
    Thickness: `IFCPOSITIVELENGTHMEASURE(${stepReal(450)})`,
    Finish: label('Fine-picked'),
  })
  writePropertySet(building, 'Pset_WindowCommon', parts.windows, {
    IsExternal: truth(true),
    GlazingAreaFraction: `IFCPOSITIVERATIOMEASURE(${stepReal(0.78)})`,
    ThermalTransmittance: `IFCTHERMALTRANSMITTANCEMEASURE(${stepReal(0.9)})`,
    FireRating: label('EI 30'),
  })
}

function closeTree(building, { project, site, house, levels }) {
  building.relate('IFCRELAGGREGATES', 'project', project, stepList([site.element]))
  building.relate('IFCRELAGGREGATES', 'site', site.element, stepList([house.element]))
  building.relate('IFCRELAGGREGATES', 'house', house.element, stepList(levels.map(({ element }) => element)))
  for (const container of [site, ...levels]) {
    if (container.contained.length === 0) continue
    building.relate(
      'IFCRELCONTAINEDINSPATIALSTRUCTURE',
      container.key,
      stepList(container.contained),
      container.element,
    )
  }
}

/** Returns the model as the text of an IFC4 file, the same in every run. */
export function arcadeHouseFile() {
  const building = new BuildingWriter()
  const project = writeProject(building)
  const site = spatial(building, {
    type: 'IFCSITE',
    key: 'site',
    name: 'Square',
    parent: null,
    elevation: 0,
    rest: ['$', '$', '$', '$', '$'],
  })
  const house = spatial(building, {
    type: 'IFCBUILDING',
    key: 'house',
    name: 'Arcade House',
    parent: site.placement,
    elevation: 0,
    rest: ['$', '$', '$'],
  })
  const levels = storeys.map(({ key, name, elevation, height }) => ({
    ...spatial(building, {
      type: 'IFCBUILDINGSTOREY',
      key,
      name,
      parent: house.placement,
      elevation,
      rest: [stepReal(elevation)],
    }),
    height,
  }))
  const kit = createKit(building, rectangle)
  const parts = { walls: [], windows: [] }
  facades(kit, levels, parts)
  gallery(kit, levels[0])
  cornice(kit, levels)
  roofGarden(kit, levels)
  squareAndTrees(kit, site)
  describe(building, parts)
  closeTree(building, { project, site, house, levels })
  return building.step.file({ name: 'arcade-house.ifc', schema: 'IFC4' })
}
