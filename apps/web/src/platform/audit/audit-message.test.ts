import { type AuditAction, type AuditRow, auditActions, languages } from '@kamar/contracts'
import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadMessages } from '../i18n/load-messages.js'
import { toAuditMessage } from './audit-message.js'

const row = (action: string, over: Partial<AuditRow> = {}): AuditRow => ({
  sequence: 1,
  time: '2026-11-24T10:00:00.000Z',
  actor: 'id-of-gor',
  actorName: 'Gor',
  action,
  subject: 'id-of-duplex',
  subjectName: 'Duplex_A.ifc',
  details: {},
  ...over,
})
const byGuest = { actor: null, actorName: null }
const textIn = (t: TFunction, row: AuditRow, names: Record<string, string> = {}): string =>
  toAuditMessage(row, names, t)
    .map(({ text }) => text)
    .join('')

async function loadLanguage(language: (typeof languages)[number]): Promise<TFunction> {
  const instance = createInstance()
  const messages = await loadMessages(language, ['audit'])
  return instance.init({
    lng: language,
    resources: { [language]: { translation: messages } },
    interpolation: { escapeValue: false },
  })
}

let t: TFunction
beforeAll(async () => {
  t = await loadLanguage('en')
})

describe('toAuditMessage', () => {
  it.each<[string, AuditRow, Record<string, string>?]>([
    ['Gor opened Duplex_A.ifc, version 1', row('file.open', { details: { version: 1 } })],
    ['Gor downloaded Duplex_A.ifc', row('file.download')],
    [
      'Anna (guest by link) opened Duplex_A.ifc',
      row('file.open', { ...byGuest, details: { link: 'x', recipient: 'Anna' } }),
    ],
    [
      'Guest by link opened the link to Duplex_A.ifc',
      row('link.open', { ...byGuest, details: { link: 'x', recipient: '' } }),
    ],
    [
      'Gor created a share link to Duplex_A.ifc, version 2, for Anna',
      row('file.link', { details: { version: 2, recipient: 'Anna' } }),
    ],
    ['Gor downloaded an export of Duplex_A.ifc: model.glb', row('file.export', { details: { export: 'model.glb' } })],
    ['Gor uploaded Duplex_A.ifc', row('file.upload', { details: { version: 1 } })],
    ['Gor uploaded version 2 of Duplex_A.ifc', row('file.upload', { details: { version: 2 } })],
    [
      'Gor restored version 1 of Duplex_A.ifc as version 3',
      row('file.restore-version', { details: { version: 3, from: 1 } }),
    ],
    ['Gor renamed a.ifc to b.ifc', row('file.rename', { details: { from: 'a.ifc', to: 'b.ifc' } })],
    ['Gor moved Duplex_A.ifc to Tower', row('file.move', { details: { from: 'p', to: 'q' } }), { q: 'Tower' }],
    ['Gor copied Duplex_A.ifc to Tower', row('file.copy', { details: { from: 'p', to: 'q' } }), { q: 'Tower' }],
    [
      'Gor gave Anna access to Duplex_A.ifc as Viewer',
      row('project.share', { details: { account: 'a', role: 'viewer' } }),
      { a: 'Anna' },
    ],
    [
      'Sign-in failed for anna@kamar.am',
      row('session.refused', { ...byGuest, subjectName: 'anna@kamar.am', details: { reason: 'credentials' } }),
    ],
    [
      'Sign-in failed for anna@kamar.am, wrong two-factor code',
      row('session.refused', { ...byGuest, subjectName: 'anna@kamar.am', details: { reason: 'code' } }),
    ],
    [
      'Sign-in failed for an unknown name',
      row('session.refused', { ...byGuest, subject: 'unknown', subjectName: null }),
    ],
    ['The server permanently deleted Duplex_A.ifc', row('file.purge', byGuest)],
    ['A visitor sent a message with the contact form', row('contact.send', byGuest)],
    ['Gor attached a.mtl, b.png to Duplex_A.ifc', row('file.attach', { details: { names: ['a.mtl', 'b.png'] } })],
    ['Deleted account opened a deleted item', row('file.open', { actorName: null, subjectName: null })],
    ['Gor: file.fold, Duplex_A.ifc', row('file.fold')],
  ])('writes "%s"', (expected, row, names) => {
    expect(textIn(t, row, names)).toBe(expected)
  })

  it('marks the parts that are users and files, with their ids', () => {
    expect(toAuditMessage(row('file.open', { details: { version: 1 } }), {}, t)).toEqual([
      { text: 'Gor', kind: 'person', id: 'id-of-gor' },
      { text: ' opened ', kind: 'text', id: '' },
      { text: 'Duplex_A.ifc', kind: 'file', id: 'id-of-duplex' },
      { text: ', version 1', kind: 'text', id: '' },
    ])
  })

  it('does not interpret placeholders in user names', () => {
    expect(textIn(t, row('file.open', { actorName: '{{subject}} $t(audit.server)' }))).toBe(
      '{{subject}} $t(audit.server) opened Duplex_A.ifc',
    )
  })

  it.each(languages)('has a complete sentence for every action in the language %s', async (language) => {
    const translate = await loadLanguage(language)
    for (const action of Object.keys(auditActions) as AuditAction[]) {
      for (const details of [
        { version: 2, from: 'x', to: 'y', name: 'n', account: 'a', email: 'e', role: 'editor' },
        {},
      ]) {
        const text = textIn(translate, row(action, { details }), { a: 'Anna' })
        expect(text, action).not.toMatch(/[{}\u0001]|audit\.|undefined/)
        expect(text, action).toMatch(/Gor|Anna|Duplex_A|Ջնջված|Deleted|Удал|eliminada/)
      }
    }
  })
})
