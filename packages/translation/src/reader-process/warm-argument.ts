/** Argument of a reader process that should warm up. */
export const warmArgument = 'warm'
