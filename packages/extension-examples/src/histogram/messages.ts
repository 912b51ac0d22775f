import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const histogramMessages: Messages = {
  en: {
    'histogram.title': 'Histogram',
    'histogram.property': 'Property',
    'histogram.class': 'Class',
    'histogram.empty': '(no value)',
    'histogram.nothing': 'No elements have this property.',
  },
  hy: {
    'histogram.title': 'Հիստոգրամ',
    'histogram.property': 'Հատկություն',
    'histogram.class': 'Դաս',
    'histogram.empty': '(առանց արժեքի)',
    'histogram.nothing': 'Ոչ մի տարր չունի այս հատկությունը։',
  },
  ru: {
    'histogram.title': 'Гистограмма',
    'histogram.property': 'Свойство',
    'histogram.class': 'Класс',
    'histogram.empty': '(без значения)',
    'histogram.nothing': 'Ни у одного элемента нет этого свойства.',
  },
  es: {
    'histogram.title': 'Histograma',
    'histogram.property': 'Propiedad',
    'histogram.class': 'Clase',
    'histogram.empty': '(sin valor)',
    'histogram.nothing': 'Ningún elemento tiene esta propiedad.',
  },
}
