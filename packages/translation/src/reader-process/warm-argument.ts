/** Argument of a reader process that has the time to get warm. */
export const warmArgument = 'warm'
