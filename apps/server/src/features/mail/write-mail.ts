import { AppError, fillPlaceholders, type Language, type MailTemplate } from '@kamar/contracts'
import type { MailData } from '../shared/mail-queue.js'
import type { MailContent } from './mail-content.js'
import { formatSize } from './format-size.js'
import { type MailTexts, mailTexts } from './texts/mail-texts.js'

/** Everything a mail is written from. */
export interface MailFacts {
  readonly language: Language
  /** Name of the person. */
  readonly name: string
  /** Origin of the site, `https://kamar.example`. */
  readonly site: string
  readonly data: Readonly<Record<string, unknown>>
  /** Secret of the link, for mails that have one. */
  readonly code: string | null
}

type Writer = (texts: MailTexts, facts: MailFacts) => MailContent

const writers: Readonly<Record<MailTemplate, Writer>> = {
  'verify-email': (texts, facts) =>
    // No greeting: the name was typed by somebody who need not be the reader, and could say anything.
    withoutGreeting(
      withLink(texts, facts, { words: texts.verify, path: `/verify-email#code=${codeOf(facts)}`, stranger: true }),
    ),
  'already-registered': (texts, facts) =>
    withLink(texts, facts, { words: texts.alreadyRegistered, path: '/signin', stranger: false }),
  'reset-password': (texts, facts) =>
    withLink(texts, facts, { words: texts.reset, path: `/reset-password#code=${codeOf(facts)}`, stranger: true }),
  invitation: (texts, facts) =>
    withLink(texts, facts, { words: texts.invitation, path: `/reset-password#code=${codeOf(facts)}`, stranger: false }),
  'weekly-report': writeWeeklyReport,
  'storage-nearly-full': writeStorageWarning,
  'two-factor-reset': (texts, facts) =>
    withLink(texts, facts, { words: texts.twoFactorReset, path: '/preferences', stranger: false }),
  'password-changed': (texts, facts) =>
    withLink(texts, facts, { words: texts.passwordChanged, path: '/forgot-password', stranger: false }),
  'change-email': (texts, facts) =>
    withLink(texts, facts, {
      words: texts.changeEmail,
      path: `/verify-email#code=${codeOf(facts)}`,
      stranger: true,
    }),
  'email-change-asked': (texts, facts) =>
    withLink(texts, facts, { words: texts.emailChangeAsked, path: '/forgot-password', stranger: false }),
  'project-invitation': (texts, facts) =>
    // No greeting: there is no account yet that would have a name.
    withoutGreeting(
      withLink(texts, facts, {
        words: texts.projectInvitation,
        path: `/invitation#code=${codeOf(facts)}`,
        stranger: true,
      }),
    ),
  'project-shared': (texts, facts) =>
    withOptOut(texts, withLink(texts, facts, { words: texts.projectShared, path: pathOf(facts), stranger: false })),
  'topic-news': writeTopicNews,
}

/** The content of a mail in its reader's language. */
export function writeMail(template: MailTemplate, facts: MailFacts): MailContent {
  return writers[template](mailTexts[facts.language], facts)
}

interface LinkMail {
  readonly words: Pick<MailTexts['verify'], 'subject' | 'heading' | 'text' | 'action' | 'note'>
  readonly path: string
  /** Anybody may have typed this address: the mail says what to do when it was not its owner. */
  readonly stranger: boolean
}

function withLink(texts: MailTexts, facts: MailFacts, { path, stranger, words }: LinkMail): MailContent {
  const given = Object.entries(facts.data).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const values = { ...Object.fromEntries(given), name: facts.name, site: hostOf(facts.site) }
  const fill = (text: string): string => fillPlaceholders(text, values)
  return {
    subject: fill(words.subject),
    heading: fill(words.heading),
    paragraphs: [fill(texts.greeting), fill(words.text)],
    action: { label: words.action, address: `${facts.site}${path}` },
    notes: [words.note, ...(stranger ? [`${fill(texts.why)} ${texts.ignore}`] : [])],
  }
}

/** What somebody wrote stands as a paragraph of its own, in their words. */
function writeTopicNews(texts: MailTexts, facts: MailFacts): MailContent {
  const { excerpt, kind } = facts.data as unknown as MailData['topic-news']
  const words = { ...texts.topicNews[kind], action: texts.topicNews.action, note: texts.topicNews.note }
  const content = withLink(texts, facts, { words, path: pathOf(facts), stranger: false })
  return withOptOut(texts, {
    ...content,
    paragraphs: [...content.paragraphs, ...(excerpt ? [`“${excerpt}”`] : [])],
  })
}

function withOptOut(texts: MailTexts, content: MailContent): MailContent {
  return { ...content, notes: [...content.notes, texts.optOut].filter((note) => note !== '') }
}

function pathOf({ data }: MailFacts): string {
  const path = data['path']
  return typeof path === 'string' && path.startsWith('/') ? path : '/home'
}

function withoutGreeting(content: MailContent): MailContent {
  return { ...content, paragraphs: content.paragraphs.slice(1) }
}

function writeWeeklyReport(texts: MailTexts, facts: MailFacts): MailContent {
  const numbers = facts.data as unknown as MailData['weekly-report']
  const count = (value: number): string => new Intl.NumberFormat(facts.language).format(value)
  const content = withLink(texts, facts, { words: texts.weekly, path: '/home', stranger: false })
  return {
    ...content,
    figures: [
      { label: texts.weekly.uploaded, value: count(numbers.uploaded) },
      { label: texts.weekly.ready, value: count(numbers.ready) },
      { label: texts.weekly.failed, value: count(numbers.failed) },
      { label: texts.weekly.storage, value: usedOf(texts, facts) },
    ],
    notes: [...(numbers.failed > 0 ? content.notes : []), texts.optOut],
  }
}

function writeStorageWarning(texts: MailTexts, facts: MailFacts): MailContent {
  return {
    ...withLink(texts, facts, { words: texts.storage, path: '/storage', stranger: false }),
    figures: [{ label: texts.storage.storage, value: usedOf(texts, facts) }],
  }
}

function usedOf(texts: MailTexts, { data, language }: MailFacts): string {
  const { quotaBytes, usedBytes } = data as unknown as MailData['storage-nearly-full']
  return fillPlaceholders(texts.usedOf, {
    used: formatSize(usedBytes, language),
    quota: formatSize(quotaBytes, language),
  })
}

function codeOf({ code }: MailFacts): string {
  if (code === null) throw new AppError('internal')
  return encodeURIComponent(code)
}

function hostOf(site: string): string {
  return new URL(site).host
}
