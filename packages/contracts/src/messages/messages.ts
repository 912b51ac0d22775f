import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import hy from './hy.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

/** Languages of the product; the first is the default. */
export const languages = ['en', 'hy', 'ru', 'es'] as const
/** One of `languages`. */
export type Language = (typeof languages)[number]

/** Messages of errors and failures by language; placeholders are written `{{name}}`. */
export const messages: Readonly<Record<Language, typeof en>> = { en, hy, ru, es }
