/** Page of the search over all files. */
export const searchPath = '/search'

/** Returns the address of a search. */
export const formatSearchPath = (text: string): string => `${searchPath}?${new URLSearchParams({ words: text.trim() })}`
