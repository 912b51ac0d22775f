/** The messages of all namespaces and of all tools in one chunk, loaded when this language is used. */
export const messages = import.meta.glob<object>(['./*/ru.json', '../viewer/tools/*/messages/ru.json'], {
  eager: true,
  import: 'default',
})
