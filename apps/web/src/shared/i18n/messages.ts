/**
 * Every text of the interface by its key, as English has it. Each namespace of `src/i18n` adds its own part in its
 * `messages.d.ts`, so that a new namespace touches no other file.
 */
export interface Messages {}
