import { languages, MailTemplate } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { formatSize } from './format-size.js'
import { renderMail } from './render-mail.js'
import { type MailInput, writeMail } from './write-mail.js'

const evil = '<img src=x onerror=alert(1)>\r\nBcc: everybody@evil.example\u202e'
const createInput = (language: MailInput['language'], over: Partial<MailInput> = {}): MailInput => ({
  language,
  name: 'Ani',
  site: 'https://kamar.test',
  code: 'the-code',
  data: {
    inviter: 'Narek',
    uploaded: 12,
    ready: 10,
    failed: 2,
    usedBytes: 45.8 * 1024 ** 3,
    quotaBytes: 100 * 1024 ** 3,
    project: 'Hospital',
    kind: 'mentioned',
    title: 'Clash',
    status: 'Closed',
    file: 'house.ifc',
    path: '/ViewerPage?urn=u&topic=t',
  },
  ...over,
})
const every = MailTemplate.options.flatMap((template) => languages.map((language) => [template, language] as const))

describe.each(every)('mail template %s in %s', (template, language) => {
  const content = writeMail(template, createInput(language))
  const mail = renderMail(content, language)

  it('renders text and HTML without missing values and with one action', () => {
    expect(mail.subject).not.toBe('')
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('https://kamar.test/')
      expect(form).not.toMatch(/\{\{|undefined|\[object/)
      expect(form).toContain(content.action?.label)
    }
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.html).not.toMatch(/<script|src=|url\(/)
  })

  it('is written in its language', () => {
    const scriptPattern = { en: /[a-z]{4}/, hy: /[\u0531-\u0587]{4}/, ru: /[а-яё]{4}/, es: /[a-záéíóúñ]{3}/ }[language]
    for (const part of [content.heading, ...content.paragraphs, ...content.notes]) expect(part).toMatch(scriptPattern)
  })

  it('escapes user input', () => {
    const hostile = renderMail(
      writeMail(
        template,
        createInput(language, { name: evil, data: { ...createInput(language).data, inviter: evil } }),
      ),
      language,
    )
    expect(hostile.html).not.toContain('<img')
    expect(hostile.subject).not.toMatch(/[\r\n\u202e]/)
    expect(hostile.text).not.toContain('\u202e')
  })
})

it.each(['mentioned', 'assigned', 'commented', 'status-changed'])(
  'topic mail quotes the text (%s) with HTML escaped',
  (kind) => {
    const input = createInput('en', { data: { ...createInput('en').data, kind, excerpt: '<b>look</b> at {{name}}' } })
    const mail = renderMail(writeMail('topic-news', input), 'en')
    expect(mail.text).toContain('<b>look</b> at {{name}}')
    expect(mail.html).toContain('&lt;b&gt;look&lt;/b&gt;')
    expect(mail.text).toContain('https://kamar.test/ViewerPage?urn=u&topic=t')
  },
)

it('mail for a shared project links to the home page instead of an external site', () => {
  const input = createInput('en', { data: { ...createInput('en').data, path: 'https://evil.example/' } })
  expect(writeMail('project-shared', input).action?.address).toBe('https://kamar.test/home')
})

it('confirmation mail omits the name that was entered at registration', () => {
  const mail = renderMail(writeMail('verify-email', createInput('en', { name: 'Visit evil.example' })), 'en')
  expect(mail.text + mail.html).not.toContain('evil.example')
})

it('mail with a secret link keeps the code in the URL fragment', () => {
  for (const template of ['verify-email', 'reset-password', 'invitation'] as const) {
    const { action } = writeMail(template, createInput('en'))
    expect(new URL(action?.address ?? '')).toMatchObject({ hash: '#code=the-code', search: '' })
  }
})

it('weekly report explains failed files only when there are some', () => {
  const notesWith = (failed: number) =>
    writeMail('weekly-report', createInput('en', { data: { ...createInput('en').data, failed } })).notes
  expect(notesWith(2).join()).toContain('Failed files are safe')
  expect(notesWith(0).join()).not.toContain('Failed files are safe')
})

it('writeMail throws for a link without a secret', () => {
  expect(() => writeMail('reset-password', createInput('en', { code: null }))).toThrow('internal')
})

it.each([
  [0, 'en', '0 KB'],
  [1, 'en', '1 KB'],
  [45.8 * 1024 ** 3, 'en', '45.8 GB'],
  [45.8 * 1024 ** 3, 'ru', '45,8 ГБ'],
  [5 * 1024 ** 2, 'hy', '5 ՄԲ'],
  [1536 * 1024, 'es', '1,5 MB'],
] as const)('formatSize writes %i bytes in %s as %s', (bytes, language, text) => {
  expect(formatSize(bytes, language)).toBe(text)
})
