import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const nestedMessages: Messages = {
  en: { 'nested.title': 'Selection in a window', 'nested.nothing': 'Open a model first.' },
  hy: { 'nested.title': 'Ընտրվածը պատուհանում', 'nested.nothing': 'Նախ բացեք մոդել։' },
  ru: { 'nested.title': 'Выбранное в окне', 'nested.nothing': 'Сначала откройте модель.' },
  es: { 'nested.title': 'Selección en una ventana', 'nested.nothing': 'Abra primero un modelo.' },
}
