/** Progress callback: the completed fraction, 0 to 1, never decreasing. */
export type OnFraction = (fraction: number) => void
