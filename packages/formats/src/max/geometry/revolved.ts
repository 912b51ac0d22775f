import { plainShape, TriangleList, type TriangleShape } from './triangle-shape.js'

/** A ring of the profile with the smoothing group of the band before it. */
interface Ring {
  readonly radius: number
  readonly height: number
  /** Smoothing group of the band from the previous ring to this one. */
  readonly group: number
}

/**
 * Revolves rings about the z axis, counter-clockwise from `start`; a profile that runs upwards faces outwards. A ring
 * without a radius is one point.
 */
function revolve(rings: readonly Ring[], { sides, start = 0, isClosed = false }: Revolution): TriangleShape {
  const positions: number[] = []
  const list = new TriangleList()
  const firsts = rings.map(({ radius, height }) => {
    const first = positions.length / 3
    for (let side = 0; side < (radius === 0 ? 1 : sides); side++) {
      const angle = start + (2 * Math.PI * side) / sides
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height)
    }
    return first
  })
  const vertex = (ring: number, side: number): number => firsts[ring] + (rings[ring].radius === 0 ? 0 : side % sides)
  for (let ring = isClosed ? 0 : 1; ring < rings.length; ring++) {
    const below = (ring + rings.length - 1) % rings.length
    for (let side = 0; side < sides; side++) {
      const [a, b] = [vertex(below, side), vertex(below, side + 1)]
      const [c, d] = [vertex(ring, side + 1), vertex(ring, side)]
      if (a !== b) list.add([a, b, c], rings[ring].group)
      if (c !== d) list.add([a, c, d], rings[ring].group)
    }
  }
  return plainShape(positions, list)
}

interface Revolution {
  readonly sides: number
  readonly start?: number
  readonly isClosed?: boolean
}

const steps = (count: number): number[] => Array.from({ length: count }, (_, step) => (step + 1) / count)
const groups = { bottom: 1, top: 2, side: 8, inside: 16, flat: 0 } as const

/** Creates a sphere of meridians and half as many parallels; its first meridian is at the y axis. */
export function sphereShape(radius: number, segments: number, isSmooth: boolean): TriangleShape {
  const group = isSmooth ? groups.side : groups.flat
  const rings = Array.from({ length: segments / 2 + 1 }, (_, ring): Ring => {
    const angle = (2 * Math.PI * ring) / segments
    const isPole = ring === 0 || ring === segments / 2
    return { radius: isPole ? 0 : radius * Math.sin(angle), height: -radius * Math.cos(angle), group }
  })
  return revolve(rings, { sides: segments, start: Math.PI / 2 })
}

/** Sizes of a solid of revolution. */
export interface RoundSize {
  readonly radius: number
  /** Radius of the top of a cone, the hole of a tube, the section of a torus. */
  readonly otherRadius: number
  readonly height: number
  readonly segments: number
  readonly capSegments: number
  readonly sides: number
  readonly isSmooth: boolean
}

/** Reverses a profile that runs downwards, so that it still faces outwards. */
const upright = (rings: readonly Ring[], height: number): readonly Ring[] =>
  height >= 0
    ? rings
    : rings.toReversed().map((ring, at) => ({ ...ring, group: rings[(rings.length - at) % rings.length].group }))

/** Creates a cone or, with two equal radii, a cylinder, above the centre of its base. */
export function coneShape(size: RoundSize): TriangleShape {
  const { capSegments, height, isSmooth, otherRadius, radius, segments, sides } = size
  const side = isSmooth ? groups.side : groups.flat
  const rings: Ring[] = [
    { radius: 0, height: 0, group: groups.flat },
    ...steps(capSegments).map((share) => ({ radius: radius * share, height: 0, group: groups.bottom })),
    ...steps(segments).map((share) => ({
      radius: radius + (otherRadius - radius) * share,
      height: height * share,
      group: side,
    })),
    ...steps(capSegments).map((share) => ({ radius: otherRadius * (1 - share), height, group: groups.top })),
  ]
  return revolve(upright(rings, height), { sides })
}

/**
 * Creates the same cylinder as the program's polygons: four corners per side, each end one polygon without a centre
 * vertex.
 */
export function polygonCylinder(size: RoundSize): TriangleShape {
  const { height, isSmooth, radius, segments, sides } = size
  const side = isSmooth ? groups.side : groups.flat
  const shares = [0, ...steps(segments)]
  const walls = revolve(
    upright(
      shares.map((share): Ring => ({ radius, height: height * share, group: side })),
      height,
    ),
    { sides },
  )
  const last = segments * sides
  const ends = Array.from({ length: sides - 2 }, (_, at): readonly number[] => [0, at + 2, at + 1]).concat(
    Array.from({ length: sides - 2 }, (_, at): readonly number[] => [last, last + at + 1, last + at + 2]),
  )
  const polygonOfEnd = (at: number): number => last + (at < sides - 2 ? 0 : 1)
  return {
    ...walls,
    indices: Uint32Array.from([...walls.indices, ...ends.flat()]),
    groups: Uint32Array.from([...walls.groups, ...ends.map((_, at) => (at < sides - 2 ? groups.bottom : groups.top))]),
    materialIds: new Uint16Array(walls.groups.length + ends.length),
    polygons: Uint32Array.from([
      ...Array.from(walls.groups, (_, triangle) => triangle >> 1),
      ...ends.map((_, at) => polygonOfEnd(at)),
    ]),
  }
}

/** Creates a tube above the centre of its base; its first side begins at the y axis. */
export function tubeShape(size: RoundSize): TriangleShape {
  const { capSegments, height, isSmooth, segments, sides } = size
  const [inner, outer] = [Math.min(size.radius, size.otherRadius), Math.max(size.radius, size.otherRadius)]
  const [outside, inside] = isSmooth ? [groups.side, groups.inside] : [groups.flat, groups.flat]
  const rings: Ring[] = [
    ...steps(segments).map((share) => ({ radius: outer, height: height * share, group: outside })),
    ...steps(capSegments).map((share) => ({
      radius: outer + (inner - outer) * share,
      height,
      group: groups.top,
    })),
    ...steps(segments).map((share) => ({ radius: inner, height: height * (1 - share), group: inside })),
    ...steps(capSegments).map((share) => ({
      radius: inner + (outer - inner) * share,
      height: 0,
      group: groups.bottom,
    })),
  ]
  return revolve(upright(rings, height), { sides, start: Math.PI / 2, isClosed: true })
}

/** Creates a torus: `segments` about the z axis, `sides` about the section. */
export function torusShape({ radius, otherRadius, segments, sides, isSmooth }: RoundSize): TriangleShape {
  const group = isSmooth ? groups.side : groups.flat
  const rings = Array.from({ length: sides }, (_, side): Ring => {
    const angle = (2 * Math.PI * side) / sides
    return { radius: radius + otherRadius * Math.cos(angle), height: otherRadius * Math.sin(angle), group }
  })
  return revolve(rings, { sides: segments, isClosed: true })
}
