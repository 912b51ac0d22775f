/** Told how much is done, 0 to 1, never less than before. */
export type OnFraction = (fraction: number) => void
