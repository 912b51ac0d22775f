/** Where the drawing fonts lie in the cache. */
export const fontsKey = ['fonts'] as const
