/**
 * Every text of the interface by its key, as English has it. Each room of `src/i18n` adds its own part in its
 * `room.d.ts`, so that a new room touches no other file.
 */
export interface Messages {}
