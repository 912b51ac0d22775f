import { describe, expect, it } from 'vitest'
import { readAcisBytes, type AcisModel } from '@kamar/codecs/acis'
import { unitOfModel } from './unit.js'

const modelIn = (unitMillimetres: number | null): AcisModel => ({
  ...readAcisBytes(new Uint8Array(0)),
  unitMillimetres,
})

describe('ACIS model unit', () => {
  it.each([
    [1, 'mm', 0.001],
    [10, 'cm', 0.01],
    [1000, 'm', 1],
    [25.4, 'in', 0.0254],
    [304.8, 'ft', 0.3048],
    [null, 'mm', 0.001],
    [2.5, '2.5 mm', 0.0025],
  ])('names a unit of %s millimetres %s', (millimetres, name, metres) => {
    const unit = unitOfModel(modelIn(millimetres))
    expect(unit.name).toBe(name)
    expect(unit.metres).toBeCloseTo(metres, 12)
  })
})
