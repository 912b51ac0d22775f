/** Folders of messages, which have a file for each language: `messages`, and folders in it for single pages. */
export const messageFolders: readonly string[]

/** Reads the messages of a folder in a language: texts by key, such as `commands.group.general`. */
export function readMessages(folder: string, language: string): Map<string, string>

/** Splits a key into itself without the plural form, and the form: `few` of `files.count_few`. */
export function splitPlural(key: string): readonly [key: string, form?: string]

/** Returns the keys that a folder must have in a language, in the order of English. */
export function listKeys(folder: string, language: string): string[]

/** Messages of a language beside the English ones, by folder and key. */
export type TranslatorRows = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** Returns all messages for the translators of a language. */
export function exportMessages(language: string): TranslatorRows

/** Returns the message files of a language from what its translators return, by path. */
export function importMessages(language: string, rows: TranslatorRows): Record<string, string>
