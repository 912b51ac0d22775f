import { AppError } from '@kamar/core'
import { fillPlaceholders, type Language, type MailTemplate } from '@kamar/contracts'
import type { MailData } from '../../platform/mail-queue.js'
import type { MailContent } from './mail-content.js'
import { formatSize } from './format-size.js'
import { type MailMessages, mailMessages } from './mail-messages.js'

/** Data from which a mail is written. */
export interface MailInput {
  readonly language: Language
  /** Name of the recipient. */
  readonly name: string
  /** Origin of the site, `https://kamar.example`. */
  readonly site: string
  readonly data: Readonly<Record<string, unknown>>
  /** Secret of the link, for mails that have one. */
  readonly code: string | null
}

type Writer = (messages: MailMessages, input: MailInput) => MailContent

const writers: Readonly<Record<MailTemplate, Writer>> = {
  'verify-email': (messages, input) =>
    // No greeting: the name was typed by another user, and could say anything.
    withoutGreeting(
      withLink(messages, input, {
        linkMessages: messages.verify,
        path: `/verify-email#code=${formatCode(input)}`,
        hasIgnoreNote: true,
      }),
    ),
  'already-registered': (messages, input) =>
    withLink(messages, input, { linkMessages: messages.alreadyRegistered, path: '/signin', hasIgnoreNote: false }),
  'reset-password': (messages, input) =>
    withLink(messages, input, {
      linkMessages: messages.reset,
      path: `/reset-password#code=${formatCode(input)}`,
      hasIgnoreNote: true,
    }),
  invitation: (messages, input) =>
    withLink(messages, input, {
      linkMessages: messages.invitation,
      path: `/reset-password#code=${formatCode(input)}`,
      hasIgnoreNote: false,
    }),
  'weekly-report': writeWeeklyReport,
  'storage-nearly-full': writeStorageWarning,
  'two-factor-reset': (messages, input) =>
    withLink(messages, input, { linkMessages: messages.twoFactorReset, path: '/preferences', hasIgnoreNote: false }),
  'password-changed': (messages, input) =>
    withLink(messages, input, {
      linkMessages: messages.passwordChanged,
      path: '/forgot-password',
      hasIgnoreNote: false,
    }),
  'change-email': (messages, input) =>
    withLink(messages, input, {
      linkMessages: messages.changeEmail,
      path: `/verify-email#code=${formatCode(input)}`,
      hasIgnoreNote: true,
    }),
  'email-change-asked': (messages, input) =>
    withLink(messages, input, {
      linkMessages: messages.emailChangeAsked,
      path: '/forgot-password',
      hasIgnoreNote: false,
    }),
  'project-invitation': (messages, input) =>
    // No greeting: there is no account with a name yet.
    withoutGreeting(
      withLink(messages, input, {
        linkMessages: messages.projectInvitation,
        path: `/invitation#code=${formatCode(input)}`,
        hasIgnoreNote: true,
      }),
    ),
  'project-shared': (messages, input) =>
    withOptOut(
      messages,
      withLink(messages, input, { linkMessages: messages.projectShared, path: getPath(input), hasIgnoreNote: false }),
    ),
  'topic-news': writeTopicMail,
}

/** Writes the content of a mail in its reader's language. */
export function writeMail(template: MailTemplate, input: MailInput): MailContent {
  return writers[template](mailMessages[input.language], input)
}

interface LinkMail {
  readonly linkMessages: Omit<MailMessages['verify'], 'note'> & { readonly note?: string }
  readonly path: string
  /** The address may have been typed by another person: the mail explains what to do then. */
  readonly hasIgnoreNote: boolean
}

function withLink(
  messages: MailMessages,
  input: MailInput,
  { path, hasIgnoreNote, linkMessages }: LinkMail,
): MailContent {
  const textEntries = Object.entries(input.data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const values = { ...Object.fromEntries(textEntries), name: input.name, site: parseHost(input.site) }
  const fill = (text: string): string => fillPlaceholders(text, values)
  return {
    subject: fill(linkMessages.subject),
    heading: fill(linkMessages.heading),
    paragraphs: [fill(messages.greeting), fill(linkMessages.text)],
    action: { label: linkMessages.action, address: `${input.site}${path}` },
    notes: [
      ...(linkMessages.note ? [linkMessages.note] : []),
      ...(hasIgnoreNote ? [`${fill(messages.reason)} ${messages.ignore}`] : []),
    ],
  }
}

/** Writes the mail; a user's text becomes a separate paragraph, verbatim. */
function writeTopicMail(messages: MailMessages, input: MailInput): MailContent {
  const { excerpt, kind } = input.data as unknown as MailData['topic-news']
  const linkMessages = { ...messages.topicNews[kind], action: messages.topicNews.action }
  const content = withLink(messages, input, { linkMessages, path: getPath(input), hasIgnoreNote: false })
  return withOptOut(messages, {
    ...content,
    paragraphs: [...content.paragraphs, ...(excerpt ? [`“${excerpt}”`] : [])],
  })
}

function withOptOut(messages: MailMessages, content: MailContent): MailContent {
  return { ...content, notes: [...content.notes, messages.optOut] }
}

function getPath({ data }: MailInput): string {
  const path = data['path']
  return typeof path === 'string' && path.startsWith('/') ? path : '/home'
}

function withoutGreeting(content: MailContent): MailContent {
  return { ...content, paragraphs: content.paragraphs.slice(1) }
}

function writeWeeklyReport(messages: MailMessages, input: MailInput): MailContent {
  const numbers = input.data as unknown as MailData['weekly-report']
  const count = (value: number): string => new Intl.NumberFormat(input.language).format(value)
  const content = withLink(messages, input, { linkMessages: messages.weekly, path: '/home', hasIgnoreNote: false })
  return {
    ...content,
    figures: [
      { label: messages.weekly.uploaded, value: count(numbers.uploaded) },
      { label: messages.weekly.ready, value: count(numbers.ready) },
      { label: messages.weekly.failed, value: count(numbers.failed) },
      { label: messages.weekly.storage, value: formatUsage(messages, input) },
    ],
    notes: [...(numbers.failed > 0 ? content.notes : []), messages.optOut],
  }
}

function writeStorageWarning(messages: MailMessages, input: MailInput): MailContent {
  return {
    ...withLink(messages, input, { linkMessages: messages.storage, path: '/storage', hasIgnoreNote: false }),
    figures: [{ label: messages.storage.storage, value: formatUsage(messages, input) }],
  }
}

function formatUsage(messages: MailMessages, { data, language }: MailInput): string {
  const { quotaBytes, usedBytes } = data as unknown as MailData['storage-nearly-full']
  return fillPlaceholders(messages.usedOf, {
    used: formatSize(usedBytes, language),
    quota: formatSize(quotaBytes, language),
  })
}

function formatCode({ code }: MailInput): string {
  if (code === null) throw new AppError('internal')
  return encodeURIComponent(code)
}

function parseHost(site: string): string {
  return new URL(site).host
}
