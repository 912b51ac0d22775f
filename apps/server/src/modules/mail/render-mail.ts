import type { Language } from '@kamar/contracts'
import type { MailContent } from './mail-content.js'
import { mailMessages } from './mail-messages.js'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Colours of the product (limestone, basalt, tuff); mail clients load no external style sheets. */
const colours = {
  page: '#f7f4ef',
  surface: '#ffffff',
  line: '#ddd5c9',
  text: '#1e2326',
  muted: '#5c646a',
  accent: '#a6432b',
} as const
const font = "font-family:'Noto Sans','Noto Sans Armenian','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Renders both forms of a mail. User input (a name) is escaped in the HTML and stays on its line in the text. */
export function renderMail(content: MailContent, language: Language): RenderedMail {
  return { subject: oneLine(content.subject), text: renderText(content), html: renderHtml(content, language) }
}

function renderText(content: MailContent): string {
  const { action, figures, heading, notes, paragraphs } = content
  const parts = [
    heading,
    ...paragraphs,
    figures?.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.address}`,
    ...notes,
    `-- \nKamar`,
  ]
  return `${parts
    .filter((part) => part !== undefined)
    .map((part) => withoutControls(part))
    .join('\n\n')}\n`
}

function renderHtml(content: MailContent, language: Language): string {
  const { action, figures, heading, notes, paragraphs, subject } = content
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600">${escape(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 14px;font-size:15px;line-height:23px">${escape(text)}</p>`),
    figures ? figureTable(figures) : '',
    action ? actionBlock(action, mailMessages[language].linkAlso) : '',
    ...notes.map(
      (text) => `<p style="margin:14px 0 0;font-size:13px;line-height:19px;color:${colours.muted}">${escape(text)}</p>`,
    ),
  ].join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(oneLine(subject))}</title>
</head>
<body style="margin:0;padding:0;background:${colours.page};color:${colours.text};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;font-size:18px;font-weight:600;color:${colours.text}">
<span style="display:inline-block;width:10px;height:10px;margin-right:8px;border-radius:2px;background:${colours.accent}"></span>Kamar</td></tr>
<tr><td style="padding:32px;background:${colours.surface};border:1px solid ${colours.line};border-radius:10px">
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function figureTable(figures: NonNullable<MailContent['figures']>): string {
  const cell = `padding:10px 0;border-top:1px solid ${colours.line};font-size:14px;line-height:20px`
  const rows = figures.map(
    ({ label, value }) =>
      `<tr><td style="${cell};color:${colours.muted}">${escape(label)}</td>` +
      `<td align="right" style="${cell};font-weight:600">${escape(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px">${rows.join('')}</table>`
}

function actionBlock({ address, label }: NonNullable<MailContent['action']>, linkAlso: string): string {
  const target = escape(address)
  return `<p style="margin:22px 0">
<a href="${target}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${colours.accent};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:19px;color:${colours.muted}">${escape(linkAlso)}<br>
<a href="${target}" style="color:${colours.accent};word-break:break-all">${target}</a></p>`
}

function escape(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Reduces a text to one line, for a subject. */
function oneLine(text: string): string {
  return withoutControls(text).replaceAll(/\s+/g, ' ').trim()
}

/** Removes control characters, and those that reverse the direction of writing. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}
