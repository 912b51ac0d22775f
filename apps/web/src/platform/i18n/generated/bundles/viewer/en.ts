// Written by scripts/index.mjs (npm run index). Do not edit.

/** The messages of the viewer and its tools, in one chunk. */
export const messages = Object.values(
  import.meta.glob<object>('../../../../../viewer/**/messages/en.json', { eager: true, import: 'default' }),
)
