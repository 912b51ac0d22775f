import { isNumber, isText, listOf, maybe, maybeNull, oneOf, shape, type Check } from './json-checks.js'

const isPlace: Check = (value) => Array.isArray(value) && value.length === 3 && value.every(isNumber)
const isPositive: Check = (value) => isNumber(value) && (value as number) > 0
const isAngle: Check = (value) => isPositive(value) && (value as number) < 180

const place = {
  eye: isPlace,
  direction: isPlace,
  up: isPlace,
  distanceMetres: maybe(isPositive),
  aspectRatio: maybe(isPositive),
}
const isPerspective = shape({ kind: oneOf('perspective'), fieldOfViewDegrees: isAngle, ...place })
const isOrthographic = shape({ kind: oneOf('orthographic'), heightMetres: isPositive, ...place })

/** A view of a file as a manifest holds it. */
export const isSavedView = shape({
  name: maybeNull(isText),
  folders: listOf(isText),
  camera: (value) => isPerspective(value) || isOrthographic(value),
})
