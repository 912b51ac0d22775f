import type { Language } from '@kamar/contracts'
import type { TopicNewsData } from '../../shared/mail-queue.js'
import { mailTextsEnglish } from './en.js'
import { mailTextsSpanish } from './es.js'
import { mailTextsArmenian } from './hy.js'
import { mailTextsRussian } from './ru.js'

/** The words of every mail; placeholders are written `{{name}}`. */
export interface MailTexts {
  readonly greeting: string
  /** Above a link that is also a button. */
  readonly linkAlso: string
  readonly why: string
  readonly ignore: string
  readonly verify: LinkTexts
  readonly alreadyRegistered: LinkTexts
  readonly reset: LinkTexts
  readonly invitation: LinkTexts
  readonly weekly: LinkTexts & Record<'uploaded' | 'ready' | 'failed' | 'storage', string>
  readonly storage: LinkTexts & Record<'storage', string>
  readonly twoFactorReset: LinkTexts
  readonly passwordChanged: LinkTexts
  readonly changeEmail: LinkTexts
  readonly emailChangeAsked: LinkTexts
  readonly projectInvitation: LinkTexts
  readonly projectShared: LinkTexts
  readonly topicNews: Record<TopicNewsKind, Pick<LinkTexts, 'subject' | 'heading' | 'text'>> &
    Pick<LinkTexts, 'action' | 'note'>
  /** `{{used}} of {{quota}}`. */
  readonly usedOf: string
  /** Turned off where it says. */
  readonly optOut: string
}

type TopicNewsKind = TopicNewsData['kind']

interface LinkTexts {
  readonly subject: string
  readonly heading: string
  readonly text: string
  readonly action: string
  /** How long the link is good for, or what else is worth knowing. */
  readonly note: string
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: mailTextsEnglish,
  hy: mailTextsArmenian,
  ru: mailTextsRussian,
  es: mailTextsSpanish,
}
