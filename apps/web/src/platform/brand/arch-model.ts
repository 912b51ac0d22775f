import { type ArchShape, keystoneIndex, markShape } from './arch.js'

/** One flat face of the drawn arch, or an edge of it. */
export interface ArchPart {
  readonly kind: 'face' | 'edge' | 'front'
  /** Index among the five stones, from the right. */
  readonly stone: number
  readonly path: string
  /** Light on a face: 0 shade, 1 full. */
  readonly light: number
}

/** The arch of the public pages, in a 560 × 470 box. */
export const drawnShape: ArchShape = {
  ...markShape,
  centerX: 232,
  centerY: 300,
  outerRadius: 200,
  innerRadius: 104,
  keystoneRise: 20,
  springer: 120,
}

type Point = readonly [x: number, y: number]
interface Edge {
  readonly from: Point
  readonly to: Point
  /** Joints touch the next stone and are hidden, except where the keystone rises above its neighbour. */
  readonly isSeen: boolean
}

const stoneDegrees = 36
const arcSteps = 24
/** Extrusion direction away from the viewer, drawing units, y down. */
export const depth: Point = [92, -46]
/** Direction of the light, seen along the front. */
const light: Point = [-0.35, 0.94]

/** Returns the arch as an extruded body in oblique projection: the faces towards the viewer, in paint order. */
export function archModel(shape: ArchShape): ArchPart[] {
  // From left to right, because the extrusion goes to the right: nearer stones cover those behind.
  const stones = [4, 3, 2, 1, 0].map((index) => ({ index, edges: profile(shape, index) }))
  const sides = stones.map(({ index, edges }) => {
    const visibleEdges = edges.filter(facesViewer)
    return [
      ...visibleEdges.map((edge) => face(index, edge)),
      ...visibleEdges.map((edge) => part('edge', index, `M${text(extrude(edge.from))}L${text(extrude(edge.to))}`)),
      ...ends(edges).map((point) => part('edge', index, `M${text(point)}L${text(extrude(point))}`)),
    ]
  })
  const fronts = stones.map(({ index, edges }) => part('front', index, outline(edges), 1))
  return [...sides.flat(), ...fronts]
}

const part = (kind: ArchPart['kind'], stone: number, path: string, bright = 0): ArchPart => ({
  kind,
  stone,
  path,
  light: bright,
})

/** Returns the front of a stone, counter-clockwise as seen: outer arc, left joint, inner arc, right joint. */
function profile(shape: ArchShape, index: number): Edge[] {
  const outer = shape.outerRadius + (index === keystoneIndex ? shape.keystoneRise : 0)
  const outside = arc(shape, outer, index)
  const inside = arc(shape, shape.innerRadius, index).reverse()
  const toFoot = ([x]: Point): Point => [x, shape.centerY + shape.springer]
  if (index === 4) outside.push(toFoot(last(outside)))
  if (index === 4) inside.unshift(toFoot(inside[0] ?? last(inside)))
  if (index === 0) inside.push(toFoot(last(inside)))
  if (index === 0) outside.unshift(toFoot(outside[0] ?? last(outside)))
  return [
    ...chain(outside, true),
    ...chain([last(outside), inside[0] ?? last(inside)], false),
    ...chain(inside, true),
    ...rightJoint(shape, index, [last(inside), outside[0] ?? last(outside)]),
  ]
}

/** Returns the right joint. The keystone rises above its neighbours, so the part above them is visible. */
function rightJoint(shape: ArchShape, index: number, [from, to]: readonly [Point, Point]): Edge[] {
  if (index !== keystoneIndex) return chain([from, to], false)
  const neighbour = onArc(shape, shape.outerRadius, index * stoneDegrees)
  return [...chain([from, neighbour], false), ...chain([neighbour, to], true)]
}

function arc(shape: ArchShape, radius: number, index: number): Point[] {
  return Array.from({ length: arcSteps + 1 }, (_, step) =>
    onArc(shape, radius, (index + step / arcSteps) * stoneDegrees),
  )
}

function onArc(shape: ArchShape, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [shape.centerX + radius * Math.cos(angle), shape.centerY - radius * Math.sin(angle)]
}

const chain = (points: readonly Point[], isSeen: boolean): Edge[] =>
  points.slice(1).map((to, at) => ({ from: points[at] ?? to, to, isSeen }))

const last = (points: readonly Point[]): Point => points.at(-1) ?? [0, 0]

/** Returns the outward normal of an edge of a counter-clockwise outline, y up. */
function normal({ from, to }: Edge): Point {
  const [x, y] = [to[0] - from[0], from[1] - to[1]]
  const length = Math.hypot(x, y) || 1
  return [y / length, -x / length]
}

function facesViewer(edge: Edge): boolean {
  const [x, y] = normal(edge)
  return edge.isSeen && x * depth[0] - y * depth[1] > 1
}

function face(stone: number, edge: Edge): ArchPart {
  const [x, y] = normal(edge)
  const bright = Math.max(0, x * light[0] + y * light[1])
  const vertices = [edge.from, edge.to, extrude(edge.to), extrude(edge.from)]
  return part('face', stone, `M${vertices.map(text).join('L')}Z`, 0.1 + 0.8 * bright)
}

/** Returns the start and end points of runs of visible sides, where an edge along the extrusion is visible. */
function ends(edges: readonly Edge[]): Point[] {
  return edges.flatMap((edge, at) => {
    const before = edges[(at + edges.length - 1) % edges.length]
    return before && facesViewer(edge) !== facesViewer(before) ? [edge.from] : []
  })
}

const outline = (edges: readonly Edge[]): string => `M${edges.map(({ from }) => text(from)).join('L')}Z`
const extrude = ([x, y]: Point): Point => [x + depth[0], y + depth[1]]
const text = ([x, y]: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
