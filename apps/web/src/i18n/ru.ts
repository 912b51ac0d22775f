/** The messages of all namespaces in one chunk, loaded when this language is used. */
export const messages = import.meta.glob<object>('./*/ru.json', { eager: true, import: 'default' })
