import type { DimensionMeasurement } from '@kamar/codecs/drawing'
import { computeLength, dot, subtract, type Vector } from '@kamar/core/math'

/** Returns the direction along which a linear dimension measures. */
export const toDirection = (rotation: number): Vector => [Math.cos(rotation), Math.sin(rotation), 0]

/** Computes the length that a dimension measures; null for angles and unknown kinds. */
export function measureDimension(measurement: DimensionMeasurement): number | null {
  switch (measurement.kind) {
    case 'linear': {
      const { first, second, rotation } = measurement
      return Math.abs(dot(subtract(second, first), toDirection(rotation)))
    }
    case 'aligned':
      return computeLength(subtract(measurement.second, measurement.first))
    case 'ordinate': {
      const axis = measurement.isX ? 0 : 1
      return Math.abs(measurement.feature[axis] - measurement.origin[axis])
    }
    case 'radius':
    case 'diameter':
      return computeLength(subtract(measurement.chord, measurement.center))
    default:
      return null
  }
}
