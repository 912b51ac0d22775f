import type { CameraView, Point } from '../types.js'

/** Parses a camera; null if invalid. */
export function readCameraView(value: unknown): CameraView | null {
  if (typeof value !== 'object' || value === null) return null
  const { eye, target, projection, fieldOfViewDegrees, height, up } = value as Readonly<Record<string, unknown>>
  if (!isTriple(eye) || !isTriple(target)) return null
  if (projection !== 'perspective' && projection !== 'orthographic') return null
  if (!isNumber(fieldOfViewDegrees) || fieldOfViewDegrees <= 0 || fieldOfViewDegrees >= 170) return null
  if (!isNumber(height) || height < 0) return null
  return { eye, target, projection, fieldOfViewDegrees, height, ...(isTriple(up) ? { up } : {}) }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isTriple = (value: unknown): value is Point => Array.isArray(value) && value.length === 3 && value.every(isNumber)
