/** Numbers of an attribute in inches, as a text: lengths and places are so, whatever the model is drawn in. */
export const inchesText = (...inches: readonly number[]): string => `${directionText(inches)} in`

/** A direction of an attribute, as a text. */
export const directionText = (direction: readonly number[]): string => direction.join(', ')
