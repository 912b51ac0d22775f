/** The messages of all namespaces and of all tools in one chunk, loaded when this language is used. */
export const messages = import.meta.glob<object>(['./*/hy.json', '../viewer/tools/*/messages/hy.json'], {
  eager: true,
  import: 'default',
})
