import { isCoordinate } from '@kamar/core/math'
import { MalformedRecordError } from '@kamar/codecs/records'
import { isParameters, readParameters } from '../container/parameters.js'
import type { SceneObject } from '../container/scene-objects.js'
import { boxShape, planeShape, pyramidShape } from './flat-sided.js'
import { geoSphereShape } from './geo-sphere.js'
import { coneShape, polygonCylinder, sphereShape, torusShape, tubeShape, type RoundSize } from './revolved.js'
import { teapotShape } from './teapot.js'
import type { TriangleShape } from './triangle-shape.js'

/** Limit above the program's own. */
const maxSegments = 512

interface Primitive {
  /** Types of its first parameters: `f` floats, `i` integers and switches. */
  readonly form: string
  /** Returns null for a sliced, twisted or otherwise incomplete one. */
  readonly build: (values: readonly number[]) => TriangleShape | null
  /** Builds the same shape as polygons with corners in the program's order, where that is known. */
  readonly buildPolygons?: (values: readonly number[]) => TriangleShape | null
}

const box: Primitive = {
  form: 'fffiii',
  build: ([length, width, height, lengthSegments, widthSegments, heightSegments]) => {
    if (Math.min(lengthSegments, widthSegments, heightSegments) < 1) return null
    return boxShape({ length, width, height, lengthSegments, widthSegments, heightSegments })
  },
}

const plane: Primitive = {
  form: 'ffii',
  build: ([length, width, widthSegments, lengthSegments]) => {
    if (Math.min(lengthSegments, widthSegments) < 1) return null
    return planeShape({ length, width, lengthSegments, widthSegments })
  },
}

const pyramid: Primitive = {
  form: 'fffiii',
  build: ([width, depth, height]) => pyramidShape([width, depth, height]),
}

const sphere: Primitive = {
  form: 'fiifiiii',
  build: ([radius, segments, smooth, hemisphere, , isOnBase, , isSliced]) => {
    if (hemisphere !== 0 || isSliced !== 0 || isOnBase !== 0 || segments % 2 !== 0 || segments < 4) return null
    return sphereShape(radius, segments, smooth !== 0)
  },
}

/** Limit of the program. */
const maxGeoSphereSegments = 200
const icosahedron = 2

/** The subdivision of spheres of four and eight sides has not been observed. */
const geoSphere: Primitive = {
  form: 'fiiiiii',
  build: ([radius, segments, sides, hemisphere, smooth, isOnBase, map]) => {
    // Only equal values of the two pairs have been observed, so that their order is unknown.
    if (sides !== icosahedron || hemisphere !== 0 || isOnBase !== 0 || smooth !== map) return null
    if (radius <= 0 || segments < 1 || segments > maxGeoSphereSegments) return null
    return geoSphereShape(radius, segments, smooth === 0 ? 0 : 1)
  },
}

const cone: Primitive = {
  form: 'fffiiiii',
  build: ([radius, otherRadius, height, ...rest]) => rounded(coneShape, { radius, otherRadius, height, rest }),
}

const cylinder: Primitive = {
  form: 'ffiiiii',
  build: ([radius, height, ...rest]) => rounded(coneShape, { radius, otherRadius: radius, height, rest }),
  buildPolygons: ([radius, height, ...rest]) =>
    height > 0 && rest[1] === 1 ? rounded(polygonCylinder, { radius, otherRadius: radius, height, rest }) : null,
}

/** Its parameters have another order: sides, cap segments, segments. */
const tube: Primitive = {
  form: 'fffiiiii',
  build: ([radius, otherRadius, height, sides, capSegments, segments, ...rest]) =>
    // The start of an odd number of sides has not been observed.
    sides % 2 === 0
      ? rounded(tubeShape, { radius, otherRadius, height, rest: [segments, capSegments, sides, ...rest] })
      : null,
}

const allParts = -1
/** Limit above the program's own. */
const maxTeapotSegments = 64

const teapot: Primitive = {
  form: 'fiiiiiii',
  build: ([radius, segments, smooth, choice, body, handle, spout, lid]) => {
    // Releases before the four switches had a single number for the part.
    if (choice !== allParts || segments < 1 || segments > maxTeapotSegments || radius <= 0) return null
    const parts = { body: body !== 0, handle: handle !== 0, spout: spout !== 0, lid: lid !== 0 }
    return teapotShape({ radius, segments, isSmooth: smooth !== 0, ...parts })
  },
}

const smoothAllOver = 2

const torus: Primitive = {
  form: 'ffffiiii',
  build: ([radius, otherRadius, rotation, twist, segments, sides, smooth, isSliced]) => {
    if (rotation !== 0 || twist !== 0 || isSliced !== 0 || sides % 2 !== 0 || otherRadius >= radius) return null
    if (Math.min(segments, sides) < 3) return null
    const isSmooth = smooth === smoothAllOver
    return torusShape({ radius, otherRadius, height: 0, segments, capSegments: 1, sides, isSmooth })
  },
}

interface Rounded {
  readonly radius: number
  readonly otherRadius: number
  readonly height: number
  /** Segments, cap segments, sides, smooth, sliced. */
  readonly rest: readonly number[]
}

function rounded(shape: (size: RoundSize) => TriangleShape, { rest, ...sizes }: Rounded): TriangleShape | null {
  const [segments, capSegments, sides, smooth, isSliced] = rest
  if (isSliced !== 0 || segments < 1 || capSegments < 1 || sides < 3) return null
  return shape({ ...sizes, segments, capSegments, sides, isSmooth: smooth !== 0 })
}

const primitives: ReadonlyMap<string, Primitive> = new Map([
  ['10:0', box],
  ['11:0', sphere],
  ['0:7f9e', geoSphere],
  ['12:0', cylinder],
  ['20:0', torus],
  ['a86c23dd:0', cone],
  ['7b21:0', tube],
  ['acad13d3:acad26d9', teapot],
  ['76bf318a:4bf37b10', pyramid],
  ['81f1dfc:77566f65', plane],
])

/** Returns whether the object is a parametric primitive. */
export const isPrimitive = ({ class: { id } }: SceneObject): boolean => primitives.has(id)

/** Reads the shape of a parametric primitive; null for unsupported ones. */
export function readPrimitive(object: SceneObject): TriangleShape | null {
  return buildPrimitive(object, ({ build }) => build)
}

/** Reads the same shape as polygons with corners in the program's order; null where that order is not known. */
export function readPolygons(object: SceneObject): TriangleShape | null {
  return buildPrimitive(object, ({ buildPolygons }) => buildPolygons)
}

function buildPrimitive(
  object: SceneObject,
  getOption: (primitive: Primitive) => Primitive['build'] | undefined,
): TriangleShape | null {
  const primitive = primitives.get(object.class.id)
  const block = [...object.references().values()].find(isParameters)
  const build = primitive && getOption(primitive)
  if (primitive === undefined || build === undefined || block === undefined) return null
  const { floats, integers } = readParameters(block)
  const values = primitive.form.split('').map((kind, number) => {
    const [value] = (kind === 'f' ? floats : integers).get(number) ?? []
    // Animated sizes are stored elsewhere.
    if (value === undefined) throw new MalformedRecordError('size')
    if (!isCoordinate(value)) throw new MalformedRecordError('not a number')
    if (kind === 'i' && Math.abs(value) > maxSegments) throw new MalformedRecordError('segments')
    return value
  })
  return build(values)
}
