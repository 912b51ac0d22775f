/** Bits by which a record says what it is about. */
export const geometryBits = { faces: 0x01, edges: 0x02, lines: 0x04, markers: 0x08 } as const
