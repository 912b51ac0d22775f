/**
 * All messages of the interface by key, as in English. Each namespace of `src/i18n` adds its own part in its
 * `messages.d.ts`, so that a new namespace changes no other file.
 */
export interface Messages {}
