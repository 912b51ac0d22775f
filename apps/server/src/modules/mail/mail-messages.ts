import type { Language } from '@kamar/contracts'
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import hy from './messages/hy.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }

/** Texts of all mails; placeholders are written `{{name}}`. */
export type MailMessages = typeof en

export const mailMessages: Readonly<Record<Language, MailMessages>> = { en, hy, ru, es }
