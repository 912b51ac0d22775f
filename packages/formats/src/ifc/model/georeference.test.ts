import { describe, expect, it } from 'vitest'
import { parseIfc } from '../testing/step-file.js'
import { isGeoreferencedTwice, readGeoreference } from './georeference.js'
import { readUnits } from './units.js'

function read(rows: string, lengthPrefix = '$') {
  const file = parseIfc(`
#1=IFCPROJECT('',$,$,$,$,$,$,(#5),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,${lengthPrefix},.METRE.);
#4=IFCDIRECTION((0.,1.));
${rows}`)
  return readGeoreference(file, readUnits(file))
}

const context = "#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,#4);"

describe('IFC map conversion', () => {
  it('states eastings, northings, height, rotation and coordinate reference system', () => {
    const system =
      "#11=IFCPROJECTEDCRS('EPSG:25832','UTM 32N','ETRS89',$,'UTM','32N',#12);\n#12=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"
    expect(read(`#10=IFCMAPCONVERSION(#5,#11,500000.5,5400000.25,110.,0.,1.,1.);\n${system}`)).toEqual({
      coordinateReferenceSystem: 'EPSG:25832',
      eastings: 500000.5,
      northings: 5400000.25,
      orthogonalHeight: 110,
      rotationDegrees: 90,
    })
  })

  it('uses the map unit, else the project unit', () => {
    const kilometres = "#11=IFCPROJECTEDCRS('EPSG:1',$,$,$,$,$,#12);\n#12=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);"
    expect(read(`#10=IFCMAPCONVERSION(#5,#11,500.5,5400.,0.1,$,$,$);\n${kilometres}`, '.MILLI.')).toEqual({
      coordinateReferenceSystem: 'EPSG:1',
      eastings: 500_500,
      northings: 5_400_000,
      orthogonalHeight: 100,
    })
    const unstated = read(
      `#10=IFCMAPCONVERSION(#5,#11,500000.,5400000.,$,$,$,$);\n#11=IFCPROJECTEDCRS('EPSG:1',$,$,$,$,$,$);`,
      '.MILLI.',
    )
    expect(unstated).toMatchObject({ eastings: 500, northings: 5400 })
  })

  it('converts feet by the length that the file defines', () => {
    const feet = `#11=IFCPROJECTEDCRS('EPSG:2227',$,$,$,$,$,#12);
#12=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'US SURVEY FOOT',#13);
#13=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.304800609601219),#3);`
    const eastings = read(`#10=IFCMAPCONVERSION(#5,#11,6000000.,2000000.,$,$,$,$);\n${feet}`)?.eastings
    expect(eastings).toBeCloseTo(6_000_000 * (1200 / 3937), 4)
  })

  it('accepts a missing rotation, height and reference system', () => {
    expect(read('#10=IFCMAPCONVERSION(#5,$,1.,2.,$,1.,$,$);')).toEqual({ eastings: 1, northings: 2 })
  })

  it('is read from IfcMapConversionScaled and IfcRigidOperation', () => {
    expect(read('#10=IFCMAPCONVERSIONSCALED(#5,$,1.,2.,3.,1.,0.,1.,1.,1.,1.);')).toEqual({
      eastings: 1,
      northings: 2,
      orthogonalHeight: 3,
      rotationDegrees: 0,
    })
    expect(read('#10=IFCRIGIDOPERATION(#5,$,IFCLENGTHMEASURE(7.),IFCLENGTHMEASURE(8.),9.);')).toEqual({
      eastings: 7,
      northings: 8,
      orthogonalHeight: 9,
    })
  })

  it('is read from the property sets of IFC 2x3', () => {
    expect(
      read(`
#10=IFCPROPERTYSET('',$,'ePSet_MapConversion',$,(#11,#12,#13,#14,#15));
#11=IFCPROPERTYSINGLEVALUE('Eastings',$,IFCLENGTHMEASURE(1000.),$);
#12=IFCPROPERTYSINGLEVALUE('Northings',$,IFCLENGTHMEASURE(2000.),$);
#13=IFCPROPERTYSINGLEVALUE('OrthogonalHeight',$,IFCLENGTHMEASURE(30.),$);
#14=IFCPROPERTYSINGLEVALUE('XAxisAbscissa',$,IFCREAL(1.),$);
#15=IFCPROPERTYSINGLEVALUE('XAxisOrdinate',$,IFCREAL(1.),$);
#16=IFCPROPERTYSET('',$,'EPset_ProjectedCRS',$,(#17,#18));
#17=IFCPROPERTYSINGLEVALUE('Description',$,IFCTEXT('x'),$);
#18=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('EPSG:28992'),$);`),
    ).toEqual({
      coordinateReferenceSystem: 'EPSG:28992',
      eastings: 1000,
      northings: 2000,
      orthogonalHeight: 30,
      rotationDegrees: 45,
    })
  })

  it('ignores a property set that only mentions it', () => {
    expect(
      read(
        "#10=IFCPROPERTYSET('',$,'About MapConversion',$,(#11));\n#11=IFCPROPERTYSINGLEVALUE('Eastings',$,IFCREAL(1.),$);",
      ),
    ).toBeNull()
  })
})

describe('IFC site location', () => {
  const site = (latitude: string, longitude: string): string =>
    `#10=IFCSITE('',$,'Site',$,$,$,$,$,.ELEMENT.,${latitude},${longitude},0.,$,$);`

  it('is read from degrees, minutes, seconds and millionths', () => {
    const location = read(site('(40,10,48,0)', '(44,30,36,500000)'))
    expect(location?.latitudeDegrees).toBeCloseTo(40.18, 10)
    expect(location?.longitudeDegrees).toBeCloseTo(44.510139, 6)
  })

  it('is south and west when all components are negative', () => {
    const location = read(site('(-33,-30,0)', '(-70,-45,-36)'))
    expect(location).toEqual({ latitudeDegrees: -33.5, longitudeDegrees: -70.76 })
  })

  it('includes the rotation to true north', () => {
    expect(read(`${context}\n${site('(40,0,0)', '(44,0,0)')}`)).toEqual({
      latitudeDegrees: 40,
      longitudeDegrees: 44,
      rotationDegrees: 0,
    })
    const rotatedContext = `#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,#6);\n#6=IFCDIRECTION((0.5,0.866025403784));`
    expect(read(`${rotatedContext}\n${site('(40,0,0)', '(44,0,0)')}`)?.rotationDegrees).toBeCloseTo(30, 6)
  })

  it.each([
    ['an empty list', '$', '$'],
    ['a latitude without a longitude', '(40,0,0)', '$'],
    ['too few parts', '(40,0)', '(44,0)'],
    ['out-of-range degrees', '(400,0,0)', '(44,0,0)'],
  ])('is unknown from %s', (_, latitude, longitude) => {
    expect(read(site(latitude, longitude))).toBeNull()
  })

  it('comes from the first site that states one, next to the map conversion', () => {
    const sites = `${site('$', '$')}\n${site('(40,0,0)', '(44,0,0)').replace('#10=', '#11=')}`
    expect(read(`${sites}\n#12=IFCMAPCONVERSION(#5,$,1.,2.,$,0.,-1.,$);`)).toEqual({
      latitudeDegrees: 40,
      longitudeDegrees: 44,
      eastings: 1,
      northings: 2,
      rotationDegrees: -90,
    })
  })
})

describe('isGeoreferencedTwice', () => {
  const map = { eastings: 500_000, northings: 5_400_000 }

  it('returns true when the placements already hold the map coordinates', () => {
    expect(isGeoreferencedTwice(map, [500_120, 5_399_000, 100])).toBe(true)
  })

  it.each([
    ['no map conversion', {}, [500_000, 5_400_000, 0]],
    ['no georeference', null, [500_000, 5_400_000, 0]],
    ['a model near zero', map, [0, 0, 0]],
    ['a model without an offset', map, null],
    ['a model at another position', map, [450_000, 5_400_000, 0]],
    ['a map conversion near zero', { eastings: 10, northings: 20 }, [1500, 20, 0]],
  ] as const)('returns false with %s', (_, georeference, origin) => {
    expect(isGeoreferencedTwice(georeference, origin)).toBe(false)
  })
})
