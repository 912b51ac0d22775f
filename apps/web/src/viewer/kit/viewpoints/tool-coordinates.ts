import type { ModelFrame, Point } from '@kamar/viewer'

/** Conversion of points and directions between two coordinate systems. */
interface Way {
  readonly point: (point: Point) => Point
  readonly direction: (direction: Point) => Point
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number')
const mapList = (value: unknown, led: (part: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(led) : value

/** Converts the named fields of a value; fields that are missing or not points are unchanged. */
function ledFields(value: unknown, names: Readonly<Record<string, (part: Point) => Point>>): unknown {
  if (!isFields(value)) return value
  const led = Object.entries(names).flatMap(([name, lead]) => {
    const part = value[name]
    return isPoint(part) ? [[name, lead(part)] as const] : []
  })
  return { ...value, ...Object.fromEntries(led) }
}

function ledBox(box: unknown, way: Way): unknown {
  const led = ledFields(box, { center: way.point })
  if (!isFields(led) || typeof led['turnDegrees'] !== 'number') return led
  const [x, y] = way.direction([1, 0, 0])
  return { ...led, turnDegrees: led['turnDegrees'] + (Math.atan2(y, x) * 180) / Math.PI }
}

function ledMeasurement(measurement: unknown, way: Way): unknown {
  const led = ledFields(measurement, { normal: way.direction })
  if (!isFields(led)) return led
  const { points, circle } = led
  return {
    ...led,
    points: mapList(points, (point) => (isPoint(point) ? way.point(point) : point)),
    ...(circle === undefined ? {} : { circle: ledFields(circle, { center: way.point, normal: way.direction }) }),
  }
}

/** Converters for tools whose states contain coordinates of the view. */
const leaders: Readonly<Record<string, (state: Fields, way: Way) => unknown>> = {
  'kamar.section': (state, way) => ({
    ...state,
    planes: mapList(state['planes'], (plane) => ledFields(plane, { point: way.point, normal: way.direction })),
    box: ledBox(state['box'], way),
  }),
  'kamar.measure': (state, way) => ({
    ...state,
    measurements: mapList(state['measurements'], (one) => ledMeasurement(one, way)),
  }),
}

const led = (states: Fields, way: Way): Fields =>
  Object.fromEntries(
    Object.entries(states).map(([id, state]) => [id, isFields(state) ? (leaders[id]?.(state, way) ?? state) : state]),
  )

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Converts tool states to the coordinates for storage: as if the model were open alone, at its file's placement. */
export function toStoredToolStates(states: Fields, { isOwn, origin, ...frame }: ModelFrame): Fields {
  if (isOwn) return states
  const point = (position: Point): Point => subtract(frame.pointToFile(position), origin)
  return led(states, { point, direction: (way) => frame.directionToFile(way) })
}

/** Converts states from `toStoredToolStates` to the model's current placement. */
export function shownToolStates(states: Fields, { isOwn, origin, ...frame }: ModelFrame): Fields {
  if (isOwn) return states
  const point = (position: Point): Point => frame.pointToView(add(position, origin))
  return led(states, { point, direction: (way) => frame.directionToView(way) })
}
