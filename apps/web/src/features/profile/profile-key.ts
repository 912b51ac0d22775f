/** Where the profile lies in the cache. */
export const profileKey = ['profile'] as const
