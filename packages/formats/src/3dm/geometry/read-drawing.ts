import type {
  DimensionStyle,
  Hatch,
  Point,
  PointFields,
  RhinoAnnotation,
  RhinoArchive,
  RhinoKernel,
} from '../archive/kernel-types.js'
import type { HatchPattern } from '../archive/hatch-patterns.js'
import { hatchLoops, readTextAlignment } from '../archive/object-bytes.js'
import {
  dimensionDrawing,
  leaderDrawing,
  textDrawing,
  type Annotation,
  type AnnotationStyle,
  type Measure,
} from './annotation-drawing.js'
import { curvePoints } from './curve-lines.js'
import type { Drawing } from './drawing.js'
import { inPlane, type PlanePoint } from './flat-plane.js'
import { hatchDrawing } from './hatch-drawing.js'

/** Numbers of the library's `AnnotationTypes`. */
const types = {
  aligned: 1,
  angular: 2,
  diameter: 3,
  radius: 4,
  rotated: 5,
  ordinate: 6,
  text: 9,
  leader: 10,
  angularByPoints: 11,
} as const
/** Default sizes for a file without a style. */
const defaultStyle: AnnotationStyle = {
  textHeight: 1,
  textGap: 0.5,
  arrowLength: 1,
  arrows: [2, 2],
  leaderArrow: 2,
  leaderArrowLength: 1,
  extension: 0.5,
  extensionOffset: 0.5,
  lengthFactor: 1,
}

/**
 * Converts an annotation to lines and filled glyphs; null for an unsupported kind (`center marks`) or without points.
 */
export function readAnnotation(object: RhinoAnnotation, archive: RhinoArchive): Drawing | null {
  const annotation: Annotation = {
    plane: object.plane,
    style: readStyle(object, archive),
    text: object.plainText ?? '',
    rotation: object.textRotationRadians,
  }
  const type = object.annotationType.value
  if (type === types.text) return textDrawing(annotation, readTextAlignment(object.toJSON()))
  if (type === types.leader) return leaderDrawing(annotation, pointList(object.points))
  const measure = readMeasure(type, object.points)
  return measure && dimensionDrawing(annotation, measure)
}

function readMeasure(type: number, fields: RhinoAnnotation['points']): Measure | null {
  if (!fields || isList(fields)) return null
  const points = new NamedPoints(fields)
  switch (type) {
    case types.aligned:
    case types.rotated:
      return { kind: 'linear', points: points.linear() }
    case types.angular:
    case types.angularByPoints:
      return { kind: 'angular', points: { ...points.linear(), center: points.at('centerpt') } }
    case types.diameter:
    case types.radius:
      return { kind: type === types.radius ? 'radius' : 'diameter', points: points.radial() }
    case types.ordinate:
      return { kind: 'ordinate', points: points.ordinate() }
    default:
      return null
  }
}

/** Points of a dimension by the library's names; throws `RangeError` for a missing one. */
class NamedPoints {
  readonly #fields: Readonly<Record<string, PointFields>>

  constructor(fields: Readonly<Record<string, PointFields>>) {
    this.#fields = fields
  }

  at(...names: readonly string[]): Point {
    const field = names.map((name) => this.#fields[name]).find((candidate) => candidate !== undefined)
    if (field === undefined) throw new RangeError(`no ${names[0]}`)
    return toPoint(field)
  }

  linear() {
    return {
      from1: this.at('defpt1'),
      from2: this.at('defpt2'),
      arrow1: this.at('arrowpt1'),
      arrow2: this.at('arrowpt2'),
      line: this.at('dimline', 'dimlinept'),
      text: this.at('textpt'),
    }
  }
  radial() {
    return {
      center: this.at('centerpt'),
      radius: this.at('radiuspt'),
      knee: this.at('kneept'),
      text: this.at('dimlinept'),
    }
  }
  ordinate() {
    return {
      base: this.at('basept'),
      from: this.at('defpt'),
      kink1: this.at('kinkpt1'),
      kink2: this.at('kinkpt2'),
      text: this.at('leaderpt'),
    }
  }
}

const isList = (points: NonNullable<RhinoAnnotation['points']>): points is readonly PointFields[] =>
  Array.isArray(points)
const toPoint = ({ X, Y, Z }: PointFields): Point => [X, Y, Z]
const pointList = (points: RhinoAnnotation['points']): Point[] => (points && isList(points) ? points.map(toPoint) : [])

/** Reads an annotation's style with its overrides; style lengths are multiplied by the style's scale. */
function readStyle(object: RhinoAnnotation, archive: RhinoArchive): AnnotationStyle {
  const table = archive.dimstyles()
  const parent = table.findId(object.dimensionStyleId) ?? (table.count > 0 ? table.get(0) : null)
  if (!parent) return defaultStyle
  const own = object.getDimensionStyle(parent) ?? parent
  const scale = object.getDimensionScale(parent) || 1
  const style = { ...scaledStyle(own, scale), textHeight: object.getTextHeight(parent) * scale }
  if (own !== parent) own.delete()
  parent.delete()
  return style.textHeight > 0 ? style : { ...style, textHeight: defaultStyle.textHeight }
}

const scaledStyle = (style: DimensionStyle, scale: number): Omit<AnnotationStyle, 'textHeight'> => ({
  textGap: style.textGap * scale,
  arrowLength: style.arrowLength * scale,
  arrows: [style.suppressArrow1 ? 0 : style.arrowType1.value, style.suppressArrow2 ? 0 : style.arrowType2.value],
  leaderArrow: style.leaderArrowType.value,
  leaderArrowLength: style.leaderArrowLength * scale,
  extension: style.extensionLineExtension * scale,
  extensionOffset: style.extensionLineOffset * scale,
  lengthFactor: style.lengthFactor || 1,
})

/** Converts a hatch to its pattern's lines or a fill; null when its boundaries cannot be read. */
export function readHatch(
  hatch: Hatch,
  rhino: RhinoKernel,
  patterns: readonly (HatchPattern | null)[],
): Drawing | null {
  const loops = hatchLoops(hatch.toJSON(), rhino)
  if (loops === null) return null
  const borders = loops.map((loop) => {
    const points = curvePoints(loop).map(([x, y]): PlanePoint => [x, y])
    loop.delete()
    return points
  })
  const { plane, basePoint } = hatch
  return hatchDrawing({
    plane,
    loops: borders,
    pattern: patterns[hatch.patternIndex] ?? [],
    scale: hatch.patternScale > 0 ? hatch.patternScale : 1,
    rotation: hatch.patternRotation,
    base: inPlane(plane, basePoint),
  })
}
