import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const summaryMessages: Messages = {
  en: {
    'summary.title': 'Summary',
    'summary.nothing': 'Select elements to see their count and total quantities.',
    'summary.elements': 'Elements: {{count}}',
    'summary.quantities': 'Quantities',
    'summary.volume': 'Volume',
    'summary.area': 'Area',
    'summary.length': 'Length',
    'summary.cut': 'Quantities of the first {{count}} elements only.',
  },
  hy: {
    'summary.title': 'Ամփոփում',
    'summary.nothing': 'Ընտրեք տարրեր՝ տեսնելու դրանց թիվն ու գումարային մեծությունները։',
    'summary.elements': 'Տարրեր՝ {{count}}',
    'summary.quantities': 'Մեծություններ',
    'summary.volume': 'Ծավալ',
    'summary.area': 'Մակերես',
    'summary.length': 'Երկարություն',
    'summary.cut': 'Առաջին {{count}} տարրերի մեծությունները։',
  },
  ru: {
    'summary.title': 'Сводка',
    'summary.nothing': 'Выберите элементы, чтобы увидеть их число и суммарные величины.',
    'summary.elements': 'Элементов: {{count}}',
    'summary.quantities': 'Величины',
    'summary.volume': 'Объём',
    'summary.area': 'Площадь',
    'summary.length': 'Длина',
    'summary.cut': 'Величины первых элементов ({{count}}).',
  },
  es: {
    'summary.title': 'Resumen',
    'summary.nothing': 'Seleccione elementos para ver cuántos hay y cuánto suman.',
    'summary.elements': 'Elementos: {{count}}',
    'summary.quantities': 'Cantidades',
    'summary.volume': 'Volumen',
    'summary.area': 'Área',
    'summary.length': 'Longitud',
    'summary.cut': 'Cantidades de los primeros {{count}} elementos.',
  },
}
