/** Where the use of the plan lies in the cache. */
export const storageKey = ['storage'] as const
