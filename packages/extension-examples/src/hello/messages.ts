import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const helloMessages: Messages = {
  en: { 'hello.title': 'Hello', 'hello.selected': 'Selected elements: {{count}}' },
  hy: { 'hello.title': 'Ողջույն', 'hello.selected': 'Ընտրված տարրեր՝ {{count}}' },
  ru: { 'hello.title': 'Привет', 'hello.selected': 'Выбрано элементов: {{count}}' },
  es: { 'hello.title': 'Hola', 'hello.selected': 'Elementos seleccionados: {{count}}' },
}
