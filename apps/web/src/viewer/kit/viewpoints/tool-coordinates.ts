import type { ModelFrame, Point, Viewer } from '@kamar/viewer'

/** Conversion of points and directions between two coordinate systems. */
export interface Way {
  readonly point: (point: Point) => Point
  readonly direction: (direction: Point) => Point
}

/** A state of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value has fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Returns whether a value is a point. */
export const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number')
/** Converts the entries of a list; other values are unchanged. */
export const mapList = (value: unknown, map: (part: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(map) : value

/** Converts the named fields of a value; fields that are missing or not points are unchanged. */
export function mapFields(value: unknown, names: Readonly<Record<string, (part: Point) => Point>>): unknown {
  if (!isFields(value)) return value
  const mapped = Object.entries(names).flatMap(([name, map]) => {
    const part = value[name]
    return isPoint(part) ? [[name, map(part)] as const] : []
  })
  return { ...value, ...Object.fromEntries(mapped) }
}

/** Conversion of the states of tools that contain coordinates of the view, by the extension's id. */
export type StateMappers = Readonly<Record<string, (state: Fields, way: Way) => unknown>>

const mappersByViewer = new WeakMap<Viewer, StateMappers>()

/** Sets the conversions of the page's tools; returns a function that ends them. */
export function setStateMappers(viewer: Viewer, mappers: StateMappers): () => void {
  mappersByViewer.set(viewer, mappers)
  return () => void mappersByViewer.delete(viewer)
}

/** Returns the conversions of the tools of a viewer's page. */
export const getStateMappers = (viewer: Viewer): StateMappers => mappersByViewer.get(viewer) ?? {}

const mapStates = (states: Fields, mappers: StateMappers, way: Way): Fields =>
  Object.fromEntries(
    Object.entries(states).map(([id, state]) => [id, isFields(state) ? (mappers[id]?.(state, way) ?? state) : state]),
  )

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Converts tool states to the coordinates for storage: as if the model were open alone, at its file's placement. */
export function toStoredToolStates(
  states: Fields,
  mappers: StateMappers,
  { isOwn, origin, ...frame }: ModelFrame,
): Fields {
  if (isOwn) return states
  const point = (position: Point): Point => subtract(frame.pointToFile(position), origin)
  return mapStates(states, mappers, { point, direction: (way) => frame.directionToFile(way) })
}

/** Converts states from `toStoredToolStates` to the model's current placement. */
export function shownToolStates(
  states: Fields,
  mappers: StateMappers,
  { isOwn, origin, ...frame }: ModelFrame,
): Fields {
  if (isOwn) return states
  const point = (position: Point): Point => frame.pointToView(add(position, origin))
  return mapStates(states, mappers, { point, direction: (way) => frame.directionToView(way) })
}
