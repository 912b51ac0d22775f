import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { readUnits, unitAssignmentRow, unitKindOfMeasure, type ProjectUnits } from './units.js'

/** Reads the units of a file whose assignment lists #10 to the last unit stated. */
function readProjectUnits(...units: readonly string[]): ProjectUnits {
  const numbers = units.map((_, at) => `#${10 + at}`).join(',')
  const rows = units.map((unit, at) => `#${10 + at}=${unit};`).join('\n')
  return readUnits(
    parseIfc(`#1=IFCPROJECT('',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((${numbers}));\n${rows}\n${others}`),
  )
}

const others = `
#90=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#91);
#91=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#92=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(25.4),#93);
#93=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#94=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#95);
#95=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#96=IFCDERIVEDUNITELEMENT(#98,1);
#97=IFCDERIVEDUNITELEMENT(#91,-2);
#98=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);
#99=IFCDERIVEDUNITELEMENT(#89,-1);
#89=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);
#88=IFCDERIVEDUNITELEMENT(#93,4);`

describe('IFC length unit', () => {
  it.each([
    ['IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)', 'metre', 1],
    ['IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)', 'millimetre', 0.001],
    ['IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.)', 'centimetre', 0.01],
    ['IFCSIUNIT(*,.LENGTHUNIT.,.DECI.,.METRE.)', 'decimetre', 0.1],
    ['IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.)', 'kilometre', 1000],
    ['IFCSIUNIT(*,.LENGTHUNIT.,.MICRO.,.METRE.)', 'µm', 1e-6],
    ["IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',#90)", 'foot', 0.3048],
    ["IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'inch',#92)", 'inch', 0.0254],
    ["IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'Smoot',#90)", 'smoot', 0.3048],
    ["IFCCONVERSIONBASEDUNITWITHOFFSET($,.LENGTHUNIT.,'FOOT',#90,0.)", 'foot', 0.3048],
  ])('is read from %s', (statement, name, metres) => {
    const units = readProjectUnits(statement)
    expect(units.length.name).toBe(name)
    expect(units.length.metres).toBeCloseTo(metres, 12)
    expect(units.lengthStated).toBe(true)
  })

  it.each([
    ['is not stated', 'IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)'],
    ['is of an unknown type', 'IFCSIUNIT(*,.LENGTHUNIT.,$,.CUBIT.)'],
    ['is zero', "IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'NOTHING',#87);\n#87=IFCMEASUREWITHUNIT(IFCREAL(0.),#91)"],
    ['is negative', "IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'LESS',#87);\n#87=IFCMEASUREWITHUNIT(IFCREAL(-1.),#91)"],
  ])('is a metre when it %s', (_, statement) => {
    const units = readProjectUnits(statement)
    expect(units.length).toEqual({ name: 'metre', metres: 1 })
    expect(units.lengthStated).toBe(false)
  })

  it('is the first length unit of the assignment', () => {
    const units = readProjectUnits('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)', 'IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)')
    expect(units.length.metres).toBe(0.001)
  })

  it('is finite for a conversion-based unit that refers to itself', () => {
    const circle = "IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'LOOP',#80);\n#80=IFCMEASUREWITHUNIT(IFCREAL(2.),#10)"
    expect(Number.isFinite(readProjectUnits(circle).length.metres)).toBe(true)
  })
})

describe('IFC unit symbol', () => {
  it.each([
    ['AREAUNIT', 'IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)', 'm²'],
    ['AREAUNIT', 'IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.)', 'mm²'],
    ['VOLUMEUNIT', 'IFCSIUNIT(*,.VOLUMEUNIT.,.DECI.,.CUBIC_METRE.)', 'dm³'],
    ['MASSUNIT', 'IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)', 'kg'],
    ['PRESSUREUNIT', 'IFCSIUNIT(*,.PRESSUREUNIT.,.MEGA.,.PASCAL.)', 'MPa'],
    ['THERMODYNAMICTEMPERATUREUNIT', 'IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.)', '°C'],
    ['AREAUNIT', "IFCCONVERSIONBASEDUNIT($,.AREAUNIT.,'SQUARE FOOT',#90)", 'ft²'],
    ['LENGTHUNIT', "IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'US SURVEY FOOT',#90)", 'ft'],
    ['VOLUMEUNIT', "IFCCONVERSIONBASEDUNIT($,.VOLUMEUNIT.,'LITRE',$)", 'l'],
    ['MASSDENSITYUNIT', 'IFCDERIVEDUNIT((#96,#97),.MASSDENSITYUNIT.,$)', 'kg/m²'],
    ['ODD', 'IFCDERIVEDUNIT((#96,#97,#99),.ODD.,$)', 'kg/(m²·s)'],
    ['FREQUENCY', 'IFCDERIVEDUNIT((#99),.FREQUENCY.,$)', '1/s'],
    ['MOMENTOFINERTIAUNIT', 'IFCDERIVEDUNIT((#88),.MOMENTOFINERTIAUNIT.,$)', 'mm⁴'],
    ['USERDEFINED', "IFCCONTEXTDEPENDENTUNIT($,.USERDEFINED.,'piece')", 'piece'],
    ['MONETARYUNIT', 'IFCMONETARYUNIT(.EUR.)', 'EUR'],
    ['MONETARYUNIT', "IFCMONETARYUNIT('AMD')", 'AMD'],
  ])('resolves %s of %s to %s', (kind, statement, symbol) => {
    expect(readProjectUnits(statement).symbol(kind)).toBe(symbol)
  })

  it('is undefined for a unit that the file does not state', () => {
    const units = readProjectUnits(
      'IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)',
      'IFCDERIVEDUNIT((#77),.BROKEN.,$)',
      'IFCDERIVEDUNIT((),.EMPTY.,$)',
    )
    expect(['AREAUNIT', 'BROKEN', 'EMPTY', ''].map((kind) => units.symbol(kind))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is resolved for the unit of a single value', () => {
    const file = parseIfc(others)
    const units = readUnits(file)
    expect(units.symbolOfRow(requireRow(file, 93))).toBe('mm')
    expect(units.symbolOfRow(requireRow(file, 90))).toBeUndefined()
    expect(units.symbolOfRow(-1)).toBeUndefined()
  })
})

describe('IFC plane angle unit', () => {
  it('is a radian by default', () => {
    expect(readProjectUnits('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)').angleRadians).toBe(1)
    expect(readProjectUnits('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)').angleRadians).toBe(1)
  })

  it('may be a degree as a conversion-based unit', () => {
    const units = readProjectUnits("IFCCONVERSIONBASEDUNIT($,.PLANEANGLEUNIT.,'DEGREE',#94)")
    expect(units.angleRadians).toBeCloseTo(Math.PI / 180, 12)
    expect(units.symbol('PLANEANGLEUNIT')).toBe('°')
  })
})

describe('IFC unit assignment', () => {
  it('is that of the project, whatever comes first', () => {
    const file = parseIfc(`#5=IFCUNITASSIGNMENT((#7));\n#1=IFCPROJECT('',$,$,$,$,$,$,$,#6);\n#6=IFCUNITASSIGNMENT((#8));
#7=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#8=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);`)
    expect(unitAssignmentRow(file)).toBe(requireRow(file, 6))
    expect(readUnits(file).length.name).toBe('millimetre')
  })

  it('is the first of the file when the project names none', () => {
    const file = parseIfc("#1=IFCPROJECT('',$,$,$,$,$,$,$,$);\n#6=IFCUNITASSIGNMENT(());")
    expect(unitAssignmentRow(file)).toBe(requireRow(file, 6))
    expect(unitAssignmentRow(parseIfc('#1=IFCWALL();'))).toBe(-1)
  })
})

describe('IFC measure', () => {
  it.each([
    ['IFCLENGTHMEASURE', 'LENGTHUNIT'],
    ['IFCPOSITIVELENGTHMEASURE', 'LENGTHUNIT'],
    ['IFCNONNEGATIVELENGTHMEASURE', 'LENGTHUNIT'],
    ['IFCAREAMEASURE', 'AREAUNIT'],
    ['IFCTHERMALTRANSMITTANCEMEASURE', 'THERMALTRANSMITTANCEUNIT'],
    ['IFCRATIOMEASURE', null],
    ['IFCPOSITIVERATIOMEASURE', null],
    ['IFCCOUNTMEASURE', null],
    ['IFCLABEL', null],
    ['IFCREAL', null],
  ])('%s has the unit kind %s', (measure, kind) => {
    expect(unitKindOfMeasure(measure)).toBe(kind)
  })
})
