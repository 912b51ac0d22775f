/** Formats numbers of an attribute in inches: lengths and positions are stored so, whatever the model unit. */
export const inchesText = (...inches: readonly number[]): string => `${directionText(inches)} in`

/** Formats a direction of an attribute. */
export const directionText = (direction: readonly number[]): string => direction.join(', ')
