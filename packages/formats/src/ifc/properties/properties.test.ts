import { RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { Associations } from '../model/associations.js'
import { readRelations } from '../model/relations.js'
import { addTree } from '../model/spatial-tree.js'
import { readUnits } from '../model/units.js'
import { parseIfc } from '../testing/step-file.js'
import { assignProperties } from './assign-properties.js'
import { runToEnd } from '../time-slices.js'

const base = `
#1=IFCPROJECT('project',$,'Project',$,$,'Long',$,$,#2);
#2=IFCUNITASSIGNMENT((#3,#4,#5));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#5=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);
#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#10=IFCWALL('wall',$,'Wall','A description','Basic',$,$,'tag 7',.SOLIDWALL.);
#11=IFCRELDEFINESBYPROPERTIES('',$,$,$,(#10),#12);`

type Sets = Record<string, Record<string, unknown>>

/** Reads the sets of the node with a GlobalId: set to property to value, followed by its unit. */
function readSets(rows: string, globalId = 'wall'): Sets {
  const file = parseIfc(`${base}\n${rows}`)
  const scene = new RecordingScene()
  const relations = runToEnd(readRelations(file))
  const tree = runToEnd(addTree(file, scene, { relations, typeRows: [], fileName: '', nodes: 1000 }))
  const source = { file, tree, relations, associations: new Associations(file), units: readUnits(file), scene }
  const fractions = [...assignProperties(source, 5)]
  expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
  const node = scene.nodes.findIndex(({ sourceId }) => sourceId === globalId)
  const sets = (scene.assignments.get(node) ?? []).map((id) => scene.propertySets[id])
  return Object.fromEntries(
    sets.map(({ name, properties }) => [
      name,
      Object.fromEntries(properties.map((each) => [each.name, each.unit ? `${each.value} ${each.unit}` : each.value])),
    ]),
  )
}

/** Returns the properties of a set `Pset` that lists #20 to #29, as far as they are stated. */
function pset(...properties: readonly string[]): Record<string, unknown> | undefined {
  const numbers = properties.map((_, at) => `#${20 + at}`).join(',')
  const rows = properties.map((property, at) => `#${20 + at}=${property};`).join('\n')
  return readSets(`#12=IFCPROPERTYSET('',$,'Pset',$,(${numbers}));\n${rows}`)['Pset']
}

describe('IFC single-value property', () => {
  it.each([
    ['a label', "IFCLABEL('Brick')", 'Brick'],
    ['a true boolean', 'IFCBOOLEAN(.T.)', true],
    ['a false boolean', 'IFCBOOLEAN(.F.)', false],
    ['an unknown logical', 'IFCLOGICAL(.U.)', 'unknown'],
    ['an integer', 'IFCINTEGER(-3)', -3],
    ['a length', 'IFCLENGTHMEASURE(200.)', '200 mm'],
    ['a positive length', 'IFCPOSITIVELENGTHMEASURE(2.5E2)', '250 mm'],
    ['an area', 'IFCAREAMEASURE(12.5)', '12.5 m²'],
    ['a dimensionless ratio', 'IFCRATIOMEASURE(0.5)', 0.5],
    ['a measure without a stated unit', 'IFCMASSMEASURE(3.)', 3],
    ['an untyped string', "'bare'", 'bare'],
    ['a string with escapes', String.raw`IFCTEXT('\X2\0416\X0\''s')`, "Ж's"],
  ])('is read from %s', (_, value, read) => {
    expect(pset(`IFCPROPERTYSINGLEVALUE('P',$,${value},$)`)).toEqual({ P: read })
  })

  it('keeps its own unit', () => {
    expect(pset("IFCPROPERTYSINGLEVALUE('P',$,IFCLENGTHMEASURE(2.),#6)")).toEqual({ P: '2 m' })
  })

  it.each([
    ['is omitted', "IFCPROPERTYSINGLEVALUE('P',$,$,$)"],
    ['is empty', "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL(''),$)"],
    ['has no name', "IFCPROPERTYSINGLEVALUE('',$,IFCLABEL('x'),$)"],
    ['is of an unknown type', "IFCPROPERTYNOVEL('P',$,IFCLABEL('x'),$)"],
    ['is missing from the file', 'IFCWALL()'],
  ])('is left out when it %s', (_, property) => {
    expect(pset(property)).toBeUndefined()
  })
})

describe('IFC multi-value property', () => {
  it.each([
    ['an enumeration', "IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('NEW'),IFCLABEL('OLD')),$)", 'NEW, OLD'],
    ['a list', "IFCPROPERTYLISTVALUE('P',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),$)", '1, 2 mm'],
    ['a list with gaps', "IFCPROPERTYLISTVALUE('P',$,(IFCINTEGER(1),$,IFCINTEGER(3)),$)", '1, 3'],
    ['a range', "IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(10.),IFCREAL(2.),$,$)", '2 … 10'],
    ['an upper bound', "IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(10.),$,$,$)", '≤ 10'],
    ['a lower bound', "IFCPROPERTYBOUNDEDVALUE('P',$,$,IFCREAL(2.),$,$)", '≥ 2'],
    ['a range with a set point', "IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(9.),IFCREAL(1.),$,IFCREAL(5.))", '1 … 9 (5)'],
    ['a range of lengths', "IFCPROPERTYBOUNDEDVALUE('P',$,IFCLENGTHMEASURE(9.),IFCLENGTHMEASURE(1.),$,$)", '1 … 9 mm'],
    ['a set point alone', "IFCPROPERTYBOUNDEDVALUE('P',$,$,$,$,IFCREAL(5.))", '5'],
    [
      'a table',
      "IFCPROPERTYTABLEVALUE('P',$,(IFCREAL(0.),IFCREAL(50.)),(IFCREAL(1.),IFCREAL(7.)),$,$,$,$)",
      '0 → 1; 50 → 7',
    ],
    ['a table with gaps', "IFCPROPERTYTABLEVALUE('P',$,(IFCREAL(0.),IFCREAL(50.)),($,IFCREAL(7.)),$,$,$,$)", '50 → 7'],
  ])('is formatted from %s', (_, property, read) => {
    expect(pset(property)).toEqual({ P: read })
  })

  it('flattens complex properties and ends at one that contains itself', () => {
    expect(pset("IFCCOMPLEXPROPERTY('Layer',$,'use',(#30,#31,#20))")).toBeUndefined()
    const rows = `#12=IFCPROPERTYSET('',$,'Pset',$,(#20));
#20=IFCCOMPLEXPROPERTY('Layer',$,'use',(#30,#31));
#30=IFCPROPERTYSINGLEVALUE('Thickness',$,IFCLENGTHMEASURE(5.),$);
#31=IFCCOMPLEXPROPERTY('Inner',$,'use',(#32));
#32=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('x'),$);`
    expect(readSets(rows)['Pset']).toEqual({ 'Layer / Thickness': '5 mm', 'Layer / Inner / Name': 'x' })
  })

  it('shows the name of a referenced object', () => {
    const rows = `#12=IFCPROPERTYSET('',$,'Pset',$,(#20));
#20=IFCPROPERTYREFERENCEVALUE('Made of',$,$,#21);
#21=IFCMATERIAL('Oak');`
    expect(readSets(rows)['Pset']).toEqual({ 'Made of': 'Oak' })
  })
})

describe('IFC quantity', () => {
  it('is in the project unit or in its own unit', () => {
    const rows = `#12=IFCELEMENTQUANTITY('',$,'BaseQuantities',$,'method',(#20,#21,#22,#23,#24,#25));
#20=IFCQUANTITYLENGTH('Length',$,$,3000.);
#21=IFCQUANTITYAREA('Area',$,$,7.5);
#22=IFCQUANTITYVOLUME('Volume',$,$,1.25);
#23=IFCQUANTITYCOUNT('Count',$,$,4.);
#24=IFCQUANTITYLENGTH('Height',$,#6,2.5);
#25=IFCPHYSICALCOMPLEXQUANTITY('Layer',$,(#20),'d',$,$);`
    expect(readSets(rows)['BaseQuantities']).toEqual({
      Length: '3000 mm',
      Area: '7.5 m²',
      Volume: '1.25 m³',
      Count: 4,
      Height: '2.5 m',
      'Layer / Length': '3000 mm',
    })
  })
})

describe('IFC type property set', () => {
  const type = `
#30=IFCWALLTYPE('type',$,'Type 30',$,$,(#31,#32),$,$,$,.STANDARD.);
#31=IFCPROPERTYSET('',$,'Pset',$,(#33,#34));
#32=IFCPROPERTYSET('',$,'Only of the type',$,(#34));
#33=IFCPROPERTYSINGLEVALUE('Fire',$,IFCLABEL('R30'),$);
#34=IFCPROPERTYSINGLEVALUE('Load',$,IFCBOOLEAN(.T.),$);
#35=IFCRELDEFINESBYTYPE('',$,$,$,(#10),#30);`

  it('adds values that the element does not state and overrides none', () => {
    const own = "#12=IFCPROPERTYSET('',$,'Pset',$,(#20));\n#20=IFCPROPERTYSINGLEVALUE('Fire',$,IFCLABEL('R90'),$);"
    const sets = readSets(own + type)
    expect(sets['Pset']).toEqual({ Fire: 'R90', Load: true })
    expect(sets['Only of the type']).toEqual({ Load: true })
    expect(sets['Element']).toMatchObject({ Type: 'Type 30', PredefinedType: 'SOLIDWALL' })
  })

  it('is used alone when the element has no set', () => {
    expect(readSets(type)['Pset']).toEqual({ Fire: 'R30', Load: true })
  })
})

describe('IFC Element property set', () => {
  it('lists identity, type, storey, host and dimensions', () => {
    const rows = `
#40=IFCBUILDINGSTOREY('storey',$,'Ground',$,$,$,$,'Ground floor',.ELEMENT.,-150.);
#41=IFCRELCONTAINEDINSPATIALSTRUCTURE('',$,$,$,(#10,#42),#40);
#42=IFCDOOR('door',$,'Door',$,$,$,$,$,2100.,900.,.DOOR.,.SINGLE_SWING_LEFT.,$);
#43=IFCOPENINGELEMENT('opening',$,'Opening',$,$,$,$,$,.OPENING.);
#44=IFCRELVOIDSELEMENT('',$,$,$,#10,#43);
#45=IFCRELFILLSELEMENT('',$,$,$,#43,#42);`
    expect(readSets(rows)['Element']).toEqual({
      GlobalId: 'wall',
      Name: 'Wall',
      Description: 'A description',
      ObjectType: 'Basic',
      Tag: 'tag 7',
      PredefinedType: 'SOLIDWALL',
      Storey: 'Ground',
    })
    expect(readSets(rows, 'door')['Element']).toEqual({
      GlobalId: 'door',
      Name: 'Door',
      PredefinedType: 'DOOR',
      Storey: 'Ground',
      Host: 'Wall',
      OverallHeight: '2100 mm',
      OverallWidth: '900 mm',
    })
    expect(readSets(rows, 'storey')['Element']).toEqual({
      GlobalId: 'storey',
      Name: 'Ground',
      LongName: 'Ground floor',
      Elevation: '-150 mm',
    })
    expect(readSets(rows, 'project')['Element']).toEqual({ GlobalId: 'project', Name: 'Project', LongName: 'Long' })
  })
})

describe('IFC predefined property set', () => {
  it('lists its attributes, with a unit for lengths and none for ratios', () => {
    const rows = "#12=IFCDOORPANELPROPERTIES('',$,'Panel',$,40.,.SWINGING.,0.5,.LEFT.,$);"
    expect(readSets(rows)['Panel']).toEqual({
      PanelDepth: '40 mm',
      PanelOperation: 'SWINGING',
      PanelWidth: 0.5,
      PanelPosition: 'LEFT',
    })
  })
})

describe('IFC association property set', () => {
  it('lists material layers with their thickness', () => {
    const rows = `
#50=IFCRELASSOCIATESMATERIAL('',$,$,$,(#10),#51);
#51=IFCMATERIALLAYERSETUSAGE(#52,.AXIS2.,.POSITIVE.,0.);
#52=IFCMATERIALLAYERSET((#53,#54),'Wall 250');
#53=IFCMATERIALLAYER(#55,200.,$);
#54=IFCMATERIALLAYER($,50.,$);
#55=IFCMATERIAL('Brick');`
    expect(readSets(rows)['Material']).toEqual({
      'Layer set': 'Wall 250',
      'Layer 1': 'Brick, 200 mm',
      'Layer 2': '50 mm',
    })
  })

  it.each([
    ['a single material', "#51=IFCMATERIAL('Oak')", { Material: 'Oak' }],
    ['a list', '#51=IFCMATERIALLIST((#52,#53))', { 'Material 1': 'Steel', 'Material 2': 'Glass' }],
    [
      'constituents',
      "#51=IFCMATERIALCONSTITUENTSET('Window',$,(#54,#55));\n#54=IFCMATERIALCONSTITUENT('Frame',$,#52,$,$);\n#55=IFCMATERIALCONSTITUENT($,$,#53,$,$)",
      { Set: 'Window', Frame: 'Steel', 'Material 2': 'Glass' },
    ],
  ])('names the materials of %s', (_, material, read) => {
    const others = "#52=IFCMATERIAL('Steel');\n#53=IFCMATERIAL('Glass');"
    expect(readSets(`#50=IFCRELASSOCIATESMATERIAL('',$,$,$,(#10),#51);\n${material};\n${others}`)['Material']).toEqual(
      read,
    )
  })

  it('names the classification system of a nested reference', () => {
    const rows = `
#60=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#10),#61);
#61=IFCCLASSIFICATIONREFERENCE($,'21.1','Outer walls',#62);
#62=IFCCLASSIFICATIONREFERENCE($,'21','Walls',#63);
#63=IFCCLASSIFICATION('BIM',$,$,'NL-SfB');`
    expect(readSets(rows)['Classification']).toEqual({ 'NL-SfB': '21.1 Outer walls' })
  })

  it('names groups, zones and systems', () => {
    const rows = `
#70=IFCRELASSIGNSTOGROUP('',$,$,$,(#10),$,#71);
#71=IFCSYSTEM('',$,'Heating',$,$);
#72=IFCRELASSIGNSTOGROUP('',$,$,$,(#10),$,#73);
#73=IFCZONE('',$,'North',$,$);
#74=IFCRELASSIGNSTOGROUP('',$,$,$,(#10),$,#75);
#75=IFCGROUP('',$,'Things',$,$);`
    expect(readSets(rows)['Groups']).toEqual({ System: 'Heating', Zone: 'North', Group: 'Things' })
  })
})
