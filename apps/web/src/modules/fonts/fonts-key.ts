/** Query key of the drawing fonts. */
export const fontsKey = ['fonts'] as const
