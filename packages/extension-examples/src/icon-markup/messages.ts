import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const iconMarkupMessages: Messages = {
  en: { 'icons.title': 'Labels on selected elements' },
  hy: { 'icons.title': 'Պիտակներ ընտրված տարրերի վրա' },
  ru: { 'icons.title': 'Подписи у выбранных элементов' },
  es: { 'icons.title': 'Etiquetas en los elementos seleccionados' },
}
