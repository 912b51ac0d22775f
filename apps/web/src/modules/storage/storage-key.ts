/** Query key of the storage use. */
export const storageKey = ['storage'] as const
