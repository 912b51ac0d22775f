/** Messages of browsers for a module that could not be fetched, and of Vite for its styles. */
const messages =
  /dynamically imported module|importing a module script failed|unable to preload|failed to fetch module/i

/** Returns whether an error means that a chunk of the page could not be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && messages.test(error.message)
