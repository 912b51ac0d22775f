import type { Language } from '@kamar/contracts'
import type { TopicMailData } from '../../../platform/mail-queue.js'
import { englishMailMessages } from './en.js'
import { spanishMailMessages } from './es.js'
import { armenianMailMessages } from './hy.js'
import { russianMailMessages } from './ru.js'

/** Texts of all mails; placeholders are written `{{name}}`. */
export interface MailMessages {
  readonly greeting: string
  /** Text above a link that is also a button. */
  readonly linkAlso: string
  readonly reason: string
  readonly ignore: string
  readonly verify: LinkMessages
  readonly alreadyRegistered: LinkMessages
  readonly reset: LinkMessages
  readonly invitation: LinkMessages
  readonly weekly: LinkMessages & Record<'uploaded' | 'ready' | 'failed' | 'storage', string>
  readonly storage: LinkMessages & Record<'storage', string>
  readonly twoFactorReset: LinkMessages
  readonly passwordChanged: LinkMessages
  readonly changeEmail: LinkMessages
  readonly emailChangeAsked: LinkMessages
  readonly projectInvitation: LinkMessages
  readonly projectShared: LinkMessages
  readonly topicNews: Record<TopicMailKind, Pick<LinkMessages, 'subject' | 'heading' | 'text'>> &
    Pick<LinkMessages, 'action' | 'note'>
  /** `{{used}} of {{quota}}`. */
  readonly usedOf: string
  /** Hint where to disable the mails. */
  readonly optOut: string
}

type TopicMailKind = TopicMailData['kind']

interface LinkMessages {
  readonly subject: string
  readonly heading: string
  readonly text: string
  readonly action: string
  /** Validity of the link, or another note. */
  readonly note: string
}

export const mailMessages: Readonly<Record<Language, MailMessages>> = {
  en: englishMailMessages,
  hy: armenianMailMessages,
  ru: russianMailMessages,
  es: spanishMailMessages,
}
