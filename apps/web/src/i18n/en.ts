/** The texts of all rooms in one chunk, fetched when this language is shown. */
export const messages = import.meta.glob<object>('./*/en.json', { eager: true, import: 'default' })
