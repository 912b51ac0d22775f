import { computeBoxCenter, dot, mapAxes, normalize, scale } from '@kamar/core/math'
import type { Box } from '@kamar/package-format/read'
import type { Point } from '../../engine/types.js'
import { cutThrough, type CutPlane } from '../../engine/store/cut.js'

/** Origin of a plane: along an axis, on a picked face, through three points. */
export type SectionPlaneKind = 'x' | 'y' | 'z' | 'face' | 'points'

/** Single section plane. */
export interface SectionPlane {
  readonly id: string
  readonly kind: SectionPlaneKind
  /** Position of its gizmo; metres, model coordinates. */
  readonly point: Point
  /** Length 1, towards the side that stays. */
  readonly normal: Point
  readonly enabled: boolean
  /** What it cuts, such as the storey of a plan. */
  readonly name?: string
}

/** Box that retains only its contents; may be rotated about the vertical. */
export interface SectionBox {
  readonly center: Point
  /** Half its width, depth and height, metres. */
  readonly half: Point
  /** Rotation in degrees, counter-clockwise seen from above. */
  readonly turnDegrees: number
  readonly enabled: boolean
  /** Distance of its sides from what it was set around, metres. */
  readonly marginMetres?: number
}

/** All sections of a view; plain data. */
export interface SectionState {
  readonly planes: readonly SectionPlane[]
  readonly box: SectionBox | null
  /** Whether caps are hatched or plain. */
  readonly hatched: boolean
}

/** State without sections. */
export const noSections: SectionState = { planes: [], box: null, hatched: true }

/** Maximum length of a plane's name. */
const maxNameLength = 200
/** Minimum half size of a box, metres. */
const minHalfSize = 0.005

/**
 * Returns a section box around an axis-aligned box, slightly larger so that its sides do not coincide with those of the
 * model.
 */
export function createSectionBox({ min, max }: Box, marginMetres = 0): SectionBox {
  const tight: SectionBox = {
    center: computeBoxCenter({ min, max }),
    half: mapAxes((axis) => Math.max(minHalfSize, ((max[axis] - min[axis]) / 2) * 1.002)),
    turnDegrees: 0,
    enabled: true,
  }
  return boxWithMargin(tight, marginMetres)
}

/** Returns the box with another margin around its content. */
export function boxWithMargin(box: SectionBox, marginMetres: number): SectionBox {
  const by = marginMetres - (box.marginMetres ?? 0)
  return { ...box, marginMetres, half: mapAxes((axis) => Math.max(minHalfSize, box.half[axis] + by)) }
}

/** Returns the directions of a box's own axes in the model. */
export function boxAxes({ turnDegrees: rotationDegrees }: SectionBox): readonly [Point, Point, Point] {
  const radians = (rotationDegrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  return [
    [cosine, sine, 0],
    [-sine, cosine, 0],
    [0, 0, 1],
  ]
}

/** Moves one side of a box (0 to 2 the lower ones, 3 to 5 the upper) outwards by metres; the opposite side stays. */
export function boxWithSide(box: SectionBox, side: number, outwards: number): SectionBox {
  const axis = side % 3
  const sign = side < 3 ? -1 : 1
  const maxOffset = Math.max(-2 * box.half[axis] + 2 * minHalfSize, outwards)
  const direction = boxAxes(box)[axis]
  const half = mapAxes((at) => (at === axis ? box.half[at] + maxOffset / 2 : box.half[at]))
  const center = mapAxes((at) => box.center[at] + (direction[at] * sign * maxOffset) / 2)
  return { ...box, half, center }
}

/** Returns the six planes of a box. */
function planesOfBox(box: SectionBox): CutPlane[] {
  return boxAxes(box).flatMap((direction, axis) => {
    const centerOffset = dot(direction, box.center)
    return [
      { normal: direction, offset: box.half[axis] - centerOffset },
      { normal: scale(direction, -1), offset: box.half[axis] + centerOffset },
    ]
  })
}

/** Returns the enabled section planes of a state. */
export function listCutPlanes({ planes, box }: SectionState): CutPlane[] {
  const single = planes.filter(({ enabled }) => enabled).map(({ point, normal }) => cutThrough(point, normal))
  return box?.enabled === true ? [...single, ...planesOfBox(box)] : single
}

/**
 * Returns the distance of a plane from the model's origin along its normal, as the user types it; negative normals
 * count backwards.
 */
export const computePosition = ({ point, normal }: SectionPlane): number => dot(point, toPositiveAxis(normal))

/** Returns the plane moved to that position. */
export function planeAt(plane: SectionPlane, position: number): SectionPlane {
  const axis = toPositiveAxis(plane.normal)
  const by = position - computePosition(plane)
  return { ...plane, point: mapAxes((at) => plane.point[at] + axis[at] * by) }
}

/**
 * Returns a normal or its opposite, whichever points along the positive axes: flipping a plane does not change its
 * position.
 */
function toPositiveAxis(normal: Point): Point {
  const strongest = [0, 1, 2].reduce((best, axis) => (Math.abs(normal[axis]) > Math.abs(normal[best]) ? axis : best), 0)
  return normal[strongest] < 0 ? scale(normal, -1) : normal
}

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part))

function isPlane(value: unknown): boolean {
  const { id, point, normal, enabled, name } = (value ?? {}) as Partial<SectionPlane>
  const isNamed = name === undefined || (typeof name === 'string' && name.length <= maxNameLength)
  return typeof id === 'string' && isPoint(point) && isPoint(normal) && typeof enabled === 'boolean' && isNamed
}

/** Returns a stored state if it is valid; null otherwise: saved views come from the network. */
export function readSectionState(value: unknown): SectionState | null {
  const { planes, box, hatched } = (value ?? {}) as Partial<SectionState>
  if (!Array.isArray(planes)) return null
  const arePlanes = planes.every(isPlane)
  const isBox =
    box == null ||
    (isPoint(box.center) &&
      isPoint(box.half) &&
      Number.isFinite(box.turnDegrees) &&
      (box.marginMetres === undefined || Number.isFinite(box.marginMetres)))
  if (!arePlanes || !isBox) return null
  const validPlanes: SectionState['planes'] = planes
  return {
    planes: validPlanes.map((plane) => ({ ...plane, normal: normalize(plane.normal) })),
    box: box ?? null,
    hatched: hatched !== false,
  }
}
