/** Bits for the geometry types that a record applies to. */
export const geometryBits = { faces: 0x01, edges: 0x02, lines: 0x04, markers: 0x08 } as const
