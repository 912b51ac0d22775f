import type { Georeference } from '@kamar/core'
import type { IfcFile } from './ifc-file.js'
import type { ProjectUnits } from './units.js'

const degrees = 180 / Math.PI

/**
 * Reads the position of the model on Earth: by map conversion, or else by the site's latitude and longitude; null when
 * the file states neither.
 */
export function readGeoreference(file: IfcFile, units: ProjectUnits): Georeference | null {
  const georeference = { ...siteReference(file), ...(mapConversion(file, units) ?? propertySetConversion(file)) }
  return Object.keys(georeference).length === 0 ? null : georeference
}

function mapConversion(file: IfcFile, units: ProjectUnits): Georeference | null {
  const [row] = file.listRows('IFCMAPCONVERSION', 'IFCMAPCONVERSIONSCALED', 'IFCRIGIDOPERATION')
  if (row === undefined) return null
  const cursor = file.at(row, 1)
  const system = cursor.row()
  const [eastings, northings, height] = [cursor.number(), cursor.number(), cursor.number()]
  const isRigid = file.typeOf(row) === 'IFCRIGIDOPERATION'
  const [abscissa, ordinate] = isRigid ? [null, null] : [cursor.number(), cursor.number()]
  const metres = mapUnitMetres(file, system, units)
  return {
    ...readCoordinateReferenceSystem(file, system),
    ...(eastings === null ? {} : { eastings: eastings * metres }),
    ...(northings === null ? {} : { northings: northings * metres }),
    ...(height === null ? {} : { orthogonalHeight: height * metres }),
    ...(abscissa === null || ordinate === null ? {} : { rotationDegrees: Math.atan2(ordinate, abscissa) * degrees }),
  }
}

function readCoordinateReferenceSystem(file: IfcFile, system: number): Georeference {
  const name = system < 0 ? null : file.textAt(system, 0)
  return name ? { coordinateReferenceSystem: name } : {}
}

/** Returns the map unit in metres; without one the project's unit applies. */
function mapUnitMetres(file: IfcFile, system: number, units: ProjectUnits): number {
  const unitRow = file.typeOf(system) === 'IFCPROJECTEDCRS' ? file.rowAt(system, 6) : -1
  if (unitRow < 0) return units.length.metres
  return units.factorOfRow(unitRow) ?? 1
}

const conversionSetName = /^e?pset_mapconversion$/i
const systemSetName = /^e?pset_projectedcrs$/i

/** What the index searches for, so that not every property set is read: the name of the set of a map conversion. */
export const mapConversionSearch = { typeName: 'IFCPROPERTYSET', text: 'MapConversion' } as const

/** Reads the map conversion of IFC 2x3, which has none of its own; programs write it as property sets, in metres. */
function propertySetConversion(file: IfcFile): Georeference | null {
  if (!file.index.hasSearchText) return null
  const sets = [...file.index.listRows('IFCPROPERTYSET')].map((row) => ({ row, name: file.textAt(row, 2) ?? '' }))
  const system = sets.find(({ name }) => systemSetName.test(name))
  const systemName = system === undefined ? null : textProperty(file, system.row, 'Name')
  const conversion = sets.find(({ name }) => conversionSetName.test(name))
  return {
    ...(systemName ? { coordinateReferenceSystem: systemName } : {}),
    ...(conversion ? toMapConversion(numberProperties(file, conversion.row)) : {}),
  }
}

function numberProperties(file: IfcFile, set: number): Map<string, number> {
  const pairs = file.rowsAt(set, 4).flatMap((property): [string, number][] => {
    const value = file.numberAt(property, 2)
    return value === null ? [] : [[file.textAt(property, 0) ?? '', value]]
  })
  return new Map(pairs)
}

function toMapConversion(values: ReadonlyMap<string, number>): Georeference {
  const pickValue = (key: keyof Georeference, name: string): Georeference => {
    const value = values.get(name)
    return value === undefined ? {} : { [key]: value }
  }
  const [abscissa, ordinate] = [values.get('XAxisAbscissa'), values.get('XAxisOrdinate')]
  const isRotated = abscissa !== undefined && ordinate !== undefined
  return {
    ...pickValue('eastings', 'Eastings'),
    ...pickValue('northings', 'Northings'),
    ...pickValue('orthogonalHeight', 'OrthogonalHeight'),
    ...(isRotated ? { rotationDegrees: Math.atan2(ordinate, abscissa) * degrees } : {}),
  }
}

function textProperty(file: IfcFile, set: number, name: string): string | null {
  const property = file.rowsAt(set, 4).find((row) => file.textAt(row, 0) === name)
  if (property === undefined) return null
  const value = file.at(property, 2).value()
  const bare = value !== null && typeof value === 'object' && 'type' in value ? value.value : value
  return typeof bare === 'string' ? bare : null
}

function siteReference(file: IfcFile): Georeference {
  for (const row of file.index.listRows('IFCSITE')) {
    const cursor = file.at(row, 9)
    const latitude = compoundDegrees(cursor.numbers())
    const longitude = compoundDegrees(cursor.numbers())
    if (latitude === null || longitude === null) continue
    return { latitudeDegrees: latitude, longitudeDegrees: longitude, ...northRotation(file) }
  }
  return {}
}

/** Converts degrees, minutes, seconds and millionths of a second, all of the same sign. */
function compoundDegrees(parts: readonly number[]): number | null {
  if (parts.length < 3) return null
  const [degreePart = 0, minutes = 0, seconds = 0, millionths = 0] = parts
  const value = degreePart + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return Number.isFinite(value) && Math.abs(value) <= 180 ? value : null
}

function northRotation(file: IfcFile): Georeference {
  for (const row of file.index.listRows('IFCGEOMETRICREPRESENTATIONCONTEXT')) {
    const north = file.rowAt(row, 5)
    const [x, y] = north < 0 ? [] : file.at(north).numbers()
    if (x !== undefined && y !== undefined && Math.hypot(x, y) > 0) {
      return { rotationDegrees: Math.round((90 - Math.atan2(y, x) * degrees) * 1e9) / 1e9 }
    }
  }
  return {}
}

const doubledWithinMetres = 20_000
const farMetres = 1000

/** Returns whether the placements already contain the map coordinates that the conversion would add again. */
export function isGeoreferencedTwice(
  georeference: Georeference | null,
  origin: readonly [number, number, number] | null,
): boolean {
  const { eastings, northings } = georeference ?? {}
  if (eastings === undefined || northings === undefined || origin === null) return false
  const isFar = Math.hypot(origin[0], origin[1]) > farMetres && Math.hypot(eastings, northings) > farMetres
  return isFar && Math.hypot(origin[0] - eastings, origin[1] - northings) < doubledWithinMetres
}
