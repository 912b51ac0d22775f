import type { LengthUnit } from '@kamar/core'

/** Units by the number of the library's `UnitSystem`; 0 (none), 11 (custom) and 255 (unset) define no length. */
const units: ReadonlyMap<number, LengthUnit> = new Map([
  [1, { name: 'µm', metres: 1e-6 }],
  [2, { name: 'mm', metres: 0.001 }],
  [3, { name: 'cm', metres: 0.01 }],
  [4, { name: 'm', metres: 1 }],
  [5, { name: 'km', metres: 1000 }],
  [6, { name: 'µin', metres: 2.54e-8 }],
  [7, { name: 'mil', metres: 2.54e-5 }],
  [8, { name: 'in', metres: 0.0254 }],
  [9, { name: 'ft', metres: 0.3048 }],
  [10, { name: 'mi', metres: 1609.344 }],
  [12, { name: 'Å', metres: 1e-10 }],
  [13, { name: 'nm', metres: 1e-9 }],
  [14, { name: 'dm', metres: 0.1 }],
  [15, { name: 'dam', metres: 10 }],
  [16, { name: 'hm', metres: 100 }],
  [17, { name: 'Mm', metres: 1e6 }],
  [18, { name: 'Gm', metres: 1e9 }],
  [19, { name: 'yd', metres: 0.9144 }],
  [20, { name: 'pt', metres: 0.0254 / 72 }],
  [21, { name: 'pica', metres: 0.0254 / 6 }],
  [22, { name: 'nmi', metres: 1852 }],
  [23, { name: 'au', metres: 149_597_870_700 }],
  [24, { name: 'ly', metres: 9.4607304725808e15 }],
  [25, { name: 'pc', metres: 3.08567758149e16 }],
])

/** Returns the unit of a model, or null when the file states none. */
export const unitOf = (unitSystem: number): LengthUnit | null => units.get(unitSystem) ?? null
