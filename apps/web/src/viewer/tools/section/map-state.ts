import { type Fields, isFields, mapFields, mapList, type Way } from '../../kit/viewpoints/tool-coordinates.js'

/** Converts the state of the section tool to other coordinates. */
export const mapSectionState = (state: Fields, way: Way): Fields => ({
  ...state,
  planes: mapList(state['planes'], (plane) => mapFields(plane, { point: way.point, normal: way.direction })),
  box: mapBox(state['box'], way),
})

function mapBox(box: unknown, way: Way): unknown {
  const mapped = mapFields(box, { center: way.point })
  if (!isFields(mapped) || typeof mapped['turnDegrees'] !== 'number') return mapped
  const [x, y] = way.direction([1, 0, 0])
  return { ...mapped, turnDegrees: mapped['turnDegrees'] + (Math.atan2(y, x) * 180) / Math.PI }
}
