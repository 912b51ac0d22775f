import type { Georeference } from '@kamar/core'
import type { Manifest, Vector3 } from '@kamar/package-format/read'
import { applyPlacement, unmoved, type ModelPlacement } from './placement.js'

/**
 * Method of aligning one model to another: by map coordinates of one reference system, by latitude and longitude of the
 * sites, by shared coordinates of the files, or by hand.
 */
export type AlignMethod = 'map' | 'site' | 'shared' | 'hand'

/** The parts of a manifest that state its position. */
export type Located = Pick<Manifest, 'origin' | 'georeference'>

/** Eastings, northings, height of the source's origin, and the rotation of its x axis from east. */
interface MapCoordinates {
  readonly system: string
  readonly at: Vector3
  readonly rotationDegrees: number
}

/** Returns the metres per degree of latitude at a latitude (WGS 84), and per degree of longitude. */
function metresPerDegree(latitude: number): { readonly north: number; readonly east: number } {
  const [equator, flattening] = [6_378_137, 1 / 298.257223563]
  const squared = flattening * (2 - flattening)
  const radians = (latitude * Math.PI) / 180
  const factor = 1 - squared * Math.sin(radians) ** 2
  return {
    north: ((Math.PI / 180) * equator * (1 - squared)) / factor ** 1.5,
    east: ((Math.PI / 180) * equator * Math.cos(radians)) / Math.sqrt(factor),
  }
}

/** Placements farther from zero than this may already contain map coordinates; metres. */
const farMetres = 1000
const doubledWithinMetres = 20_000

/**
 * Returns the map conversion of a source; files whose placements already contain map coordinates are not converted
 * again.
 */
function findMapCoordinates({ georeference, origin }: Located): MapCoordinates | null {
  const { eastings, northings, orthogonalHeight = 0, rotationDegrees = 0 } = georeference ?? {}
  if (eastings === undefined || northings === undefined) return null
  const system = (georeference?.coordinateReferenceSystem ?? '').replaceAll(/\s+/g, '').toLowerCase()
  const isFar = Math.hypot(origin[0], origin[1]) > farMetres && Math.hypot(eastings, northings) > farMetres
  if (isFar && Math.hypot(origin[0] - eastings, origin[1] - northings) < doubledWithinMetres)
    return { system, at: [0, 0, 0], rotationDegrees: 0 }
  return { system, at: [eastings, northings, orthogonalHeight], rotationDegrees }
}

/** Returns the methods for which both packages have the data, the most reliable first. */
export function waysToAlign(model: Located, world: Located): AlignMethod[] {
  const [own, other] = [findMapCoordinates(model), findMapCoordinates(world)]
  const sameMap = own !== null && other !== null && (own.system === other.system || !own.system || !other.system)
  const sites = isSite(model.georeference) && isSite(world.georeference)
  return [...(sameMap ? (['map'] as const) : []), ...(sites ? (['site'] as const) : []), 'shared', 'hand']
}

type Site = Required<Pick<Georeference, 'latitudeDegrees' | 'longitudeDegrees'>> & Georeference

const isSite = (georeference: Georeference | null): georeference is Site =>
  georeference?.latitudeDegrees !== undefined && georeference.longitudeDegrees !== undefined

/** Places a model in the coordinates of another by the data of both files; null if the data is missing. */
export function placementBy(method: AlignMethod, model: Located, world: Located): ModelPlacement | null {
  if (method === 'map') return byMap(model, findMapCoordinates(model), findMapCoordinates(world))
  if (method === 'site') return bySite(model, world)
  return { ...unmoved, pivot: model.origin }
}

function byMap(model: Located, own: MapCoordinates | null, other: MapCoordinates | null): ModelPlacement | null {
  if (own === null || other === null) return null
  const between: Vector3 = [own.at[0] - other.at[0], own.at[1] - other.at[1], own.at[2] - other.at[2]]
  return computeMapPlacement(model, between, { own: own.rotationDegrees, other: other.rotationDegrees })
}

/** Approximates the Earth by the tangent plane at the other site; heights are unknown. */
function bySite({ origin, georeference: own }: Located, { georeference: other }: Located): ModelPlacement | null {
  if (!isSite(own) || !isSite(other)) return null
  const scale = metresPerDegree((own.latitudeDegrees + other.latitudeDegrees) / 2)
  const longitude = ((own.longitudeDegrees - other.longitudeDegrees + 540) % 360) - 180
  const between: Vector3 = [longitude * scale.east, (own.latitudeDegrees - other.latitudeDegrees) * scale.north, 0]
  return computeMapPlacement({ origin, georeference: own }, between, {
    own: own.rotationDegrees ?? 0,
    other: other.rotationDegrees ?? 0,
  })
}

/** Computes the placement; `between`: from the other's origin to the model's, east, north and up. */
function computeMapPlacement(
  { origin }: Located,
  between: Vector3,
  rotations: { readonly own: number; readonly other: number },
): ModelPlacement {
  const about = (degrees: number, point: Vector3): Vector3 =>
    applyPlacement({ ...unmoved, rotationDegrees: degrees }, point)
  // The pivot is a point of the model near its centre: readable numbers, without cancellation.
  const inMap = about(rotations.own, origin)
  const target = about(-rotations.other, [inMap[0] + between[0], inMap[1] + between[1], inMap[2] + between[2]])
  const rotation = rotations.own - rotations.other
  const rotationDegrees = rotation > 180 ? rotation - 360 : rotation <= -180 ? rotation + 360 : rotation
  const [x, y, z] = target.map((value, axis) => value - origin[axis])
  return { x, y, z, rotationDegrees, pivot: origin }
}
