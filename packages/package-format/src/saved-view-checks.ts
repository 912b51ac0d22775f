import { isNumber, isText, isList, maybe, maybeNull, isLiteral, isTuple, shape, type Check } from './json-checks.js'

const isVector = isTuple(3)
const isPositive: Check = (value) => isNumber(value) && (value as number) > 0
const isAngle: Check = (value) => isPositive(value) && (value as number) < 180

const cameraPose = {
  eye: isVector,
  direction: isVector,
  up: isVector,
  distanceMetres: maybe(isPositive),
  aspectRatio: maybe(isPositive),
}
const isPerspective = shape({ kind: isLiteral('perspective'), fieldOfViewDegrees: isAngle, ...cameraPose })
const isOrthographic = shape({ kind: isLiteral('orthographic'), heightMetres: isPositive, ...cameraPose })

/** Accepts a saved view in a manifest. */
export const isSavedView = shape({
  name: maybeNull(isText),
  folders: isList(isText),
  camera: (value) => isPerspective(value) || isOrthographic(value),
})
