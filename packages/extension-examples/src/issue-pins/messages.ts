import type { Messages } from '@kamar/extensions'

/** Messages in the four languages of the product. */
export const pinsMessages: Messages = {
  en: {
    'pins.title': 'Issue pins',
    'pins.hint': 'Click the model to place a pin. Pins are saved with views.',
    'pins.issue': 'Issue {{number}}',
    'pins.text': 'Issue {{number}} text',
    'pins.remove': 'Remove',
  },
  hy: {
    'pins.title': 'Խնդիրների նշիչներ',
    'pins.hint': 'Սեղմեք մոդելի վրա՝ նշիչ դնելու համար։ Նշիչները պահվում են տեսքերի հետ։',
    'pins.issue': 'Խնդիր {{number}}',
    'pins.text': 'Խնդիր {{number}}-ի տեքստը',
    'pins.remove': 'Հեռացնել',
  },
  ru: {
    'pins.title': 'Метки замечаний',
    'pins.hint': 'Нажмите на модель, чтобы поставить метку. Метки сохраняются с видами.',
    'pins.issue': 'Замечание {{number}}',
    'pins.text': 'Текст замечания {{number}}',
    'pins.remove': 'Убрать',
  },
  es: {
    'pins.title': 'Marcas de incidencias',
    'pins.hint': 'Pulse sobre el modelo para poner una marca. Las marcas se guardan con las vistas.',
    'pins.issue': 'Incidencia {{number}}',
    'pins.text': 'Texto de la incidencia {{number}}',
    'pins.remove': 'Quitar',
  },
}
