/** The messages of all namespaces and of all tools in one chunk, loaded when this language is used. */
export const messages = import.meta.glob<object>(['./*/es.json', '../viewer/tools/*/messages/es.json'], {
  eager: true,
  import: 'default',
})
