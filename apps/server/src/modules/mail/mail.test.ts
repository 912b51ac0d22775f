import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailServerProcess, decodeHeader, startMailServer } from '../../testing/mail-server.js'
import { codeIn, findMail } from '../../testing/mails.js'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'
import { queueMail } from '../../platform/mail-queue.js'
import { createMailTransport } from './mail-transport.js'
import { MailWorker } from './mail-worker.js'
import { cleanUpOutbox } from './outbox-store.js'
import { describeModule } from '../../testing/describe-module.js'
import { mailModule } from './module.js'

describeModule(mailModule)

// Later than the database clock, which sets the time a mail was queued.
const start = Date.parse('2041-03-04T08:00:00Z')
const minutes = 60_000
const days = 24 * 60 * minutes

let post: MailServerProcess
let server: TestServer
let now = start
beforeAll(async () => {
  post = await startMailServer()
  server = await startTestServer({
    configuration: {
      publicUrl: new URL('https://kamar.test'),
      mail: { url: post.url, from: 'Kamar <kamar@kamar.test>' },
    },
    parts: { now: () => new Date(now) },
  })
})
beforeEach(() => {
  now = start
  post.refuseWith(null)
})
afterEach(async () => {
  await server.services.database.deleteFrom('outbox_mail').execute()
  await server.services.database.deleteFrom('rate_limit').execute()
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url, payload, headers })
const register = (email: string, language = 'en') =>
  call('/api/auth/register', { email, name: 'Ani', password: 'stone arch of ani' }, { 'accept-language': language })
const signIn = async (email: string, password = 'stone arch of ani'): Promise<number> =>
  (await call('/api/auth/login', { email, password })).statusCode
const arrivedFor = (recipient: string) => post.mails.filter(({ recipients }) => recipients.includes(recipient))
const outbox = () => server.services.database.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
const deliver = () => server.runJobs('mail.delivery')

describe('registration with e-mail confirmation', () => {
  it.each([
    ['en', 'Confirm your email address'],
    ['hy', 'Հաստատեք ձեր էլ. փոստի հասցեն'],
    ['ru', 'Подтвердите адрес почты'],
    ['es', 'Confirme su correo electrónico'],
  ])('sends the link in %s and activates the account only when it is used', async (language, subject) => {
    const email = `ani-${language}@kamar.test`
    expect((await register(email, language)).json()).toEqual({ done: true })
    expect(await signIn(email)).toBe(401)
    await deliver()
    const [mail] = arrivedFor(email)
    expect(decodeHeader(mail?.headers.get('subject'))).toBe(subject)
    expect(mail?.from).toBe('kamar@kamar.test')
    const { 'text/html': html = '', 'text/plain': text = '' } = mail?.parts ?? {}
    expect(html).toContain(`<html lang="${language}">`)
    expect(codeIn(text)).toMatch(/^[\w-]{43}$/)
    expect(html).toContain(`https://kamar.test/verify-email#code=${codeIn(text)}`)
    expect((await call('/api/auth/verify-email', { code: codeIn(text) })).statusCode).toBe(200)
    expect(await signIn(email)).toBe(200)
    expect((await call('/api/auth/verify-email', { code: codeIn(text) })).statusCode).toBe(410)
  })

  it('replaces an unconfirmed registration and invalidates the older link', async () => {
    const email = 'twice@kamar.test'
    await register(email)
    await deliver()
    const credentials = { email, name: 'Owner', password: 'the words of the owner' }
    expect((await call('/api/auth/register', credentials)).statusCode).toBe(200)
    await deliver()
    const [older, newer] = arrivedFor(email).map(({ parts }) => codeIn(parts['text/plain']))
    expect((await call('/api/auth/verify-email', { code: older })).statusCode).toBe(410)
    expect((await call('/api/auth/verify-email', { code: newer })).statusCode).toBe(200)
    expect(await signIn(email)).toBe(401)
    expect(await signIn(email, credentials.password)).toBe(200)
  })

  it('sends the link again on request, and nothing to unknown addresses', async () => {
    const email = 'again@kamar.test'
    await register(email)
    for (const recipient of [email, 'nobody@kamar.test']) {
      expect((await call('/api/auth/verify-email/send', { email: recipient })).json()).toEqual({ done: true })
    }
    await deliver()
    expect(arrivedFor(email)).toHaveLength(2)
    expect(arrivedFor('nobody@kamar.test')).toEqual([])
  })

  it('is also completed by a password reset link', async () => {
    const email = 'forgetful@kamar.test'
    await register(email)
    await call('/api/auth/forgot-password', { email })
    await deliver()
    const code = codeIn(arrivedFor(email).at(-1)?.parts['text/plain'])
    const password = 'another password of mine'
    expect((await call('/api/auth/reset-password', { code, password })).statusCode).toBe(200)
    expect(await signIn(email, password)).toBe(200)
  })
})

describe('mail outbox', () => {
  const warn = (recipient: string, accountId: string | null = null, idempotencyKey?: string) =>
    queueMail(server.services.database, {
      template: 'storage-nearly-full',
      recipient,
      accountId,
      data: { usedBytes: 96 * 1024 ** 3, quotaBytes: 100 * 1024 ** 3 },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    })
  async function account(name: string): Promise<string> {
    const email = `${name}@kamar.test`
    await register(email)
    await deliver()
    return email
  }

  it('sends text and HTML with figures once per idempotency key', async () => {
    const email = await account('full')
    await warn(email, null, 'full 2026-03')
    await warn(email, null, 'full 2026-03')
    await deliver()
    const [, mail, ...others] = arrivedFor(email)
    expect(others).toEqual([])
    expect(decodeHeader(mail?.headers.get('subject'))).toBe('Your storage is nearly full')
    expect(mail?.parts['text/plain']).toContain('Storage used: 96 GB of 100 GB')
    expect(mail?.parts['text/html']).toContain('96 GB of 100 GB')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('doubles the delay after each failure and delivers when the mail server is back', async () => {
    const email = await account('patient')
    post.refuseWith(451)
    await warn(email)
    const pauses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      await deliver()
      const row = (await outbox()).at(-1)
      expect(row).toMatchObject({ state: 'queued', attempts: attempt + 1 })
      expect(row?.last_error).toMatch(/451/)
      pauses.push(row ? row.run_after.getTime() - now : 0)
      now = row?.run_after.getTime() ?? now
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000])
    post.refuseWith(null)
    await deliver()
    expect(arrivedFor(email)).toHaveLength(2)
    expect((await outbox()).at(-1)).toMatchObject({ state: 'sent', last_error: null })
  })

  it('fails a mail permanently after a permanent SMTP error', async () => {
    const email = await account('unknown-here')
    post.refuseWith(550)
    await warn(email)
    await deliver()
    expect((await outbox()).at(-1)).toMatchObject({ state: 'failed', attempts: 1 })
  })

  it('keeps a mail queued while the SMTP password is wrong', async () => {
    const email = await account('wrong-password')
    await warn(email)
    const { database, log } = server.services
    const transport = createMailTransport({ url: post.url.replace('p%40ss', 'wrong'), from: 'kamar@kamar.test' })
    const worker = new MailWorker({
      database,
      log,
      transport,
      site: () => 'https://kamar.test',
      now: () => new Date(now),
    })
    await worker.deliver()
    transport.close()
    expect((await outbox()).at(-1)).toMatchObject({ state: 'queued', attempts: 1 })
  })

  it('sends the same mail again when the lease of a crashed server expires', async () => {
    const email = await account('crash')
    await call('/api/auth/forgot-password', { email })
    await deliver()
    const before = arrivedFor(email).length
    await server.services.database
      .updateTable('outbox_mail')
      .set({ state: 'queued', sent_at: null, lease_until: new Date(now + minutes), body_text: 'x', body_html: 'x' })
      .where('template', '=', 'reset-password')
      .execute()
    await deliver()
    expect(arrivedFor(email)).toHaveLength(before)
    now += 2 * minutes
    await deliver()
    const [first, second] = arrivedFor(email).slice(-2)
    expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'))
  })

  it('delivers each mail once with several workers', async () => {
    const email = await account('several')
    const { database, log } = server.services
    const transports = Array.from({ length: 3 }, () => createMailTransport({ url: post.url, from: 'kamar@kamar.test' }))
    const workers = transports.map(
      (transport) =>
        new MailWorker({ database, log, transport, site: () => 'https://kamar.test', now: () => new Date(now) }),
    )
    for (let index = 0; index < 9; index++) await warn(email)
    await Promise.all(workers.map((worker) => worker.deliver()))
    for (const transport of transports) transport.close()
    expect(arrivedFor(email)).toHaveLength(10)
  })

  it('clears the text of sent mails and of expired links, and deletes old mails', async () => {
    const email = await account('tidy')
    expect((await outbox())[0]).toMatchObject({ state: 'sent', body_text: null, body_html: null })
    const { database } = server.services
    await database.updateTable('outbox_mail').set({ state: 'kept', sent_at: null, body_text: 'secret' }).execute()
    await warn(email)
    await deliver()
    await database
      .updateTable('outbox_mail')
      .set({ created_at: new Date(start) })
      .execute()
    await cleanUpOutbox(database, new Date(start + days + 1))
    expect((await outbox()).map((row) => row.body_text === null)).toEqual([true, false])
    await cleanUpOutbox(database, new Date(start + 31 * days))
    expect(await outbox()).toEqual([])
  })
})

describe('mail outbox without a mail server', () => {
  let serverWithoutMail: TestServer
  beforeAll(async () => {
    serverWithoutMail = await startTestServer({ configuration: { port: 3456 } })
  })
  afterAll(() => serverWithoutMail.close())

  it('keeps a link for the administrator and writes it to the log', async () => {
    const [user, administrator] = [await serverWithoutMail.createUser(), await serverWithoutMail.administrator()]
    await serverWithoutMail.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: user.email } })
    const mail = await findMail(serverWithoutMail, user.email)
    const link = `http://localhost:3456/reset-password#code=${codeIn(mail?.text)}`
    expect(serverWithoutMail.logged).toContainEqual(
      expect.objectContaining({ msg: 'mail not sent: no mail server', recipient: user.email, link }),
    )
    const headers = bearer(administrator)
    const list = await serverWithoutMail.inject({ url: '/api/admin/outbox?state=kept', headers })
    expect(list.json()).toMatchObject({
      total: 1,
      configured: false,
      mails: [{ recipient: user.email, state: 'kept' }],
    })
    const { id } = list.json<{ mails: { id: string }[] }>().mails[0] ?? { id: '' }
    const read = await serverWithoutMail.inject({ url: `/api/admin/outbox/${id}`, headers })
    expect(read.json<{ text: string }>().text).toContain(link)
    const records = serverWithoutMail.services.database.selectFrom('audit_event').select(['actor', 'subject'])
    expect(await records.where('action', '=', 'mail.read').execute()).toEqual([
      { actor: administrator.id, subject: id },
    ])
    const again = await serverWithoutMail.inject({ method: 'POST', url: `/api/admin/outbox/${id}/send`, headers })
    expect(again.json()).toMatchObject({ id, state: 'queued' })
    await serverWithoutMail.runJobs('mail.delivery')
    expect((await serverWithoutMail.inject({ url: `/api/admin/outbox/${id}`, headers })).json()).toMatchObject({
      state: 'kept',
    })
  })

  it('answers 404 for an unknown mail', async () => {
    const headers = bearer(await serverWithoutMail.administrator())
    for (const id of ['nothing', '00000000-0000-7000-8000-000000000000']) {
      expect((await serverWithoutMail.inject({ url: `/api/admin/outbox/${id}`, headers })).statusCode).toBe(404)
    }
  })
})
