// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages that every page may need, in one chunk that is loaded when this language is used. */
export const messages = Object.values(
  import.meta.glob<object>('../../../../**/messages/es.json', { eager: true, import: 'default' }),
)

/** Loads the messages of single pages, by the path of their file. */
export const pages = import.meta.glob<object>('../../../../**/messages/*/es.json', { import: 'default' })
