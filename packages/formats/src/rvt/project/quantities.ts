/**
 * Quantities of a project's numbers. Revit stores every number in units of feet, kilograms, seconds, amperes, kelvins,
 * candelas and radians, whatever unit the user sees; `factor` converts these to the displayed unit.
 */
const foot = 0.3048
const squareFoot = foot ** 2
const cubicFoot = foot ** 3
const same = 1

/** Factor and unit of each measure displayed with a unit. */
const measures = {
  length: [foot, 'm'],
  area: [squareFoot, 'm²'],
  volume: [cubicFoot, 'm³'],
  angle: [180 / Math.PI, '°'],
  time: [same, 's'],
  frequency: [same, 'Hz'],
  'angular-speed': [same, 'rad/s'],
  velocity: [foot, 'm/s'],
  acceleration: [foot, 'm/s²'],
  flow: [cubicFoot, 'm³/s'],
  'flow-per-area': [foot, 'm³/(s·m²)'],
  'flow-per-volume': [same, 'm³/(s·m³)'],
  'flow-per-power': [foot, 'm³/(s·W)'],
  'power-per-flow': [1 / foot, 'W/(m³/s)'],
  'area-per-power': [same, 'm²/W'],
  mass: [same, 'kg'],
  'mass-flow': [same, 'kg/s'],
  'mass-per-length': [1 / foot, 'kg/m'],
  'mass-per-area': [1 / squareFoot, 'kg/m²'],
  density: [1 / cubicFoot, 'kg/m³'],
  force: [foot, 'N'],
  'force-per-length': [same, 'N/m'],
  'force-per-volume': [1 / squareFoot, 'N/m³'],
  pressure: [1 / foot, 'Pa'],
  friction: [1 / squareFoot, 'Pa/m'],
  moment: [squareFoot, 'N·m'],
  'moment-per-length': [foot, 'N·m/m'],
  'moment-per-angle': [squareFoot, 'N·m/rad'],
  'moment-per-length-and-angle': [foot, 'N·m/(m·rad)'],
  'area-per-length': [foot, 'm²/m'],
  'moment-of-inertia': [foot ** 4, 'm⁴'],
  warping: [foot ** 6, 'm⁶'],
  energy: [squareFoot, 'J'],
  power: [squareFoot, 'W'],
  'power-per-length': [foot, 'W/m'],
  'power-per-area': [same, 'W/m²'],
  'power-per-volume': [1 / foot, 'W/m³'],
  temperature: [same, '°C'],
  kelvin: [same, 'K'],
  viscosity: [1 / foot, 'Pa·s'],
  diffusivity: [squareFoot, 'm²/s'],
  expansion: [same, '1/K'],
  'heat-transfer': [same, 'W/(m²·K)'],
  'thermal-resistance': [same, 'm²·K/W'],
  'thermal-mass': [squareFoot, 'J/K'],
  'heat-capacity-per-area': [same, 'J/(m²·K)'],
  conductivity: [foot, 'W/(m·K)'],
  'specific-heat': [squareFoot, 'J/(kg·K)'],
  'heat-of-vaporization': [squareFoot, 'J/kg'],
  permeability: [1 / foot, 'kg/(Pa·s·m²)'],
  current: [same, 'A'],
  potential: [squareFoot, 'V'],
  'apparent-power': [squareFoot, 'VA'],
  'apparent-power-per-area': [same, 'VA/m²'],
  resistivity: [cubicFoot, 'Ω·m'],
  illuminance: [1 / squareFoot, 'lx'],
  luminance: [1 / squareFoot, 'cd/m²'],
  'luminous-flux': [same, 'lm'],
  'luminous-intensity': [same, 'cd'],
  efficacy: [1 / squareFoot, 'lm/W'],
} as const satisfies Readonly<Record<string, readonly [factor: number, unit: string]>>

/** A measure with a unit, or `number` and `yes-no`, which have none; `other` shows the stored number. */
export type Quantity = keyof typeof measures | 'yes-no' | 'number' | 'other'

const zeroCelsius = 273.15

/** Converts a stored number to its displayed unit; returns null when the quantity has none. */
export function inUnit(value: number, quantity: Quantity): { readonly value: number; readonly unit: string } | null {
  if (quantity === 'yes-no' || quantity === 'number' || quantity === 'other') return null
  const [factor, unit] = measures[quantity]
  const displayValue = quantity === 'temperature' ? value - zeroCelsius : value * factor
  return { value: Number(displayValue.toPrecision(12)), unit }
}

/** Specification names after `autodesk.spec.aec…:`, from the documentation of the programming interface. */
const specs: Partial<Record<Quantity, string>> = {
  length: `length distance sheetLength decimalSheetLength ductSize ductInsulationThickness ductLiningThickness roughness pipeSize
    pipeDimension pipeInsulationThickness cableTraySize conduitSize wireDiameter barDiameter crackWidth displacement
    reinforcementCover reinforcementLength reinforcementSpacing sectionDimension sectionProperty stationing stationingInterval`,
  area: 'area crossSection reinforcementArea sectionArea',
  volume: 'volume reinforcementVolume sectionModulus',
  angle: 'angle rotationAngle siteAngle rotation',
  number: 'number factor demandFactor slope currency',
  time: 'time period',
  frequency: 'frequency',
  'angular-speed': 'angularSpeed pulsation',
  velocity: 'velocity speed',
  acceleration: 'acceleration',
  flow: 'airFlow flow',
  'flow-per-area': 'airFlowDensity',
  'flow-per-volume': 'airFlowDividedByVolume',
  'flow-per-power': 'airFlowDividedByCoolingLoad flowPerPower',
  'power-per-flow': 'powerPerFlow',
  'area-per-power': 'areaDividedByCoolingLoad areaDividedByHeatingLoad',
  mass: 'mass',
  'mass-flow': 'massPerTime',
  'mass-per-length': 'massPerUnitLength pipeMassPerUnitLength',
  'mass-per-area': 'massPerUnitArea',
  density: 'density massDensity',
  force: 'force weight',
  'force-per-length': 'linearForce weightPerUnitLength pointSpringCoefficient',
  'force-per-volume': 'unitWeight areaSpringCoefficient',
  pressure: 'pressure areaForce stress lineSpringCoefficient',
  friction: 'friction',
  moment: 'moment',
  'moment-per-length': 'linearMoment',
  'moment-per-angle': 'rotationalPointSpringCoefficient',
  'moment-per-length-and-angle': 'rotationalLineSpringCoefficient',
  'area-per-length': 'surfaceAreaPerUnitLength reinforcementAreaPerUnitLength',
  'moment-of-inertia': 'momentOfInertia',
  warping: 'warpingConstant',
  energy: 'energy',
  power: 'power wattage heatGain coolingLoad heatingLoad',
  'power-per-length': 'powerPerLength',
  'power-per-area': 'powerDensity coolingLoadDividedByArea heatingLoadDividedByArea',
  'power-per-volume': 'coolingLoadDividedByVolume heatingLoadDividedByVolume',
  temperature: 'temperature',
  kelvin: 'temperatureDifference colorTemperature',
  viscosity: 'viscosity',
  diffusivity: 'diffusivity',
  expansion: 'thermalExpansionCoefficient',
  'heat-transfer': 'heatTransferCoefficient',
  'thermal-resistance': 'thermalResistance',
  'thermal-mass': 'thermalMass',
  'heat-capacity-per-area': 'heatCapacityPerArea',
  conductivity: 'thermalConductivity',
  'specific-heat': 'specificHeat',
  'heat-of-vaporization': 'specificHeatOfVaporization',
  permeability: 'permeability',
  current: 'current',
  potential: 'potential',
  'apparent-power': 'apparentPower',
  'apparent-power-per-area': 'apparentPowerDensity',
  resistivity: 'resistivity',
  illuminance: 'illuminance',
  luminance: 'luminance',
  'luminous-flux': 'luminousFlux',
  'luminous-intensity': 'luminousIntensity',
  efficacy: 'efficacy',
}

const isQuantity = (text: string): text is Quantity =>
  Object.hasOwn(measures, text) || text === 'number' || text === 'yes-no' || text === 'other'

const bySpec: ReadonlyMap<string, Quantity> = new Map(
  Object.entries(specs).flatMap(([quantity, names]) =>
    isQuantity(quantity) ? names.split(/\s+/).map((name): [string, Quantity] => [name.toLowerCase(), quantity]) : [],
  ),
)

/**
 * Returns the quantity for a specification name such as `autodesk.spec.aec.hvac:airFlow-2.0.0`, used since 2021. The
 * discipline affects only the display, not the quantity, so the last word is enough; its spelling changed between
 * releases.
 */
export function quantityOfSpec(spec: string): Quantity {
  const [, name] = /^autodesk\.spec\.(?:aec[.\w]*|measurable):(\w+)(?:-[\d.]+)?$/.exec(spec) ?? []
  return bySpec.get((name ?? '').toLowerCase()) ?? 'other'
}

/**
 * Quantities by unit number, used until 2020. The first five are the first members of `UnitType` in its documentation;
 * the others appear next to captions with the same meaning in files of 2014 to 2019.
 */
const byUnitType: ReadonlyMap<number, Quantity> = new Map([
  [0, 'length'],
  [1, 'area'],
  [2, 'volume'],
  [3, 'angle'],
  [4, 'number'],
  [19, 'current'],
  [34, 'apparent-power'],
  [86, 'number'],
])

/**
 * Returns the quantity for a unit type number, used until 2020: `other` for an unknown one, whose numbers stay as
 * stored.
 */
export const quantityOfUnitType = (unitType: number): Quantity => byUnitType.get(unitType) ?? 'other'
