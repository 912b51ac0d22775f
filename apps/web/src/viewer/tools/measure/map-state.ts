import { type Fields, isFields, isPoint, mapFields, mapList, type Way } from '../../kit/viewpoints/tool-coordinates.js'

/** Converts the state of the measuring tool to other coordinates. */
export const mapMeasureState = (state: Fields, way: Way): Fields => ({
  ...state,
  measurements: mapList(state['measurements'], (one) => mapMeasurement(one, way)),
})

function mapMeasurement(measurement: unknown, way: Way): unknown {
  const mapped = mapFields(measurement, { normal: way.direction })
  if (!isFields(mapped)) return mapped
  const { points, circle } = mapped
  return {
    ...mapped,
    points: mapList(points, (point) => (isPoint(point) ? way.point(point) : point)),
    ...(circle === undefined ? {} : { circle: mapFields(circle, { center: way.point, normal: way.direction }) }),
  }
}
