import { limits, type Profile } from '@kamar/contracts'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { EmailChange } from './email-change.js'
import { findMail, mailedCode } from '../../testing/mails.js'
import { claimingPng, sidewaysPhoto } from '../../testing/test-images.js'
import { describeModule } from '../../testing/describe-module.js'
import { profileModule } from './module.js'

describeModule(profileModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const read = async (of = user): Promise<Profile> =>
  (await server.inject({ url: '/api/auth/profile', headers: bearer(of) })).json()
const send = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(user), ...(payload ? { payload } : {}) })
const fetchAccount = async (): Promise<{ name: string; avatar: string | null; email: string }> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json()
const form = {
  firstName: 'Անահիտ',
  lastName: 'Հովհաննիսյան',
  phone: '+374 10 123456',
  company: 'Կամար Շին',
  location: 'Yerevan',
  bio: 'Builds <b>bridges</b>.',
}

describe('user profile', () => {
  it('begins with the registered name and e-mail address', async () => {
    expect(await read()).toMatchObject({
      firstName: '',
      lastName: '',
      email: user.email,
      company: user.email.split('@')[0],
      avatar: null,
      hasPassword: true,
    })
  })

  it('stores values unchanged and updates the account name', async () => {
    const response = await send('PUT', '/api/auth/profile', form)
    expect(response.statusCode).toBe(200)
    expect(await read()).toMatchObject(form)
    expect(await fetchAccount()).toMatchObject({ name: 'Անահիտ Հովհաննիսյան' })
    await send('PUT', '/api/auth/profile', { ...form, firstName: '', lastName: '' })
    expect(await fetchAccount()).toMatchObject({ name: 'Կամար Շին' })
  })

  it.each([
    ['an unknown field', { ...form, role: 'admin' }],
    ['a missing field', { firstName: 'A' }],
    ['an oversized line', { ...form, phone: '1'.repeat(limits.maxProfileLineCharacters + 1) }],
    ['an oversized biography', { ...form, bio: 'x'.repeat(limits.maxBiographyCharacters + 1) }],
  ])('rejects %s', async (_, payload) => {
    expect((await send('PUT', '/api/auth/profile', payload)).statusCode).toBe(422)
    expect(await fetchAccount()).toMatchObject({ name: user.email.split('@')[0] })
  })

  it('records a change in the audit trail', async () => {
    await send('PUT', '/api/auth/profile', form)
    const event = await server.services.database
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'account.profile')
      .where('actor', '=', user.id)
      .executeTakeFirst()
    expect(event).toMatchObject({ subject: user.id })
  })
})

describe('e-mail change', () => {
  const change = (email: string, password = user.password) =>
    send('POST', '/api/auth/profile/email', { email, password })
  const signIn = (email: string) =>
    server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: user.password } })

  it('requires the password and changes the sign-in address', async () => {
    const email = `New.${user.id}@Kamar.test`
    expect((await change(email)).json()).toMatchObject({ email: email.toLowerCase(), emailVerified: true })
    expect((await signIn(email)).statusCode).toBe(200)
    expect((await signIn(user.email)).statusCode).toBe(401)
  })

  it('is refused for a wrong password and rate-limited', async () => {
    const codes: string[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      codes.push((await change(`x.${user.id}@kamar.test`, 'not the password')).json<{ code: string }>().code)
    }
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'password-not-right'))
    expect(codes.at(-1)).toBe('too-many-requests')
    expect((await read()).email).toBe(user.email)
  })

  describe('e-mail change with confirmation mail', () => {
    const createRequester = () => {
      const actor = {
        kind: 'account',
        accountId: user.id,
        role: 'user',
        locale: 'en',
        sessionFamily: user.id,
      } as const
      const context = server.services
      const mail = { url: 'smtp://mail.test', from: 'kamar@kamar.test' }
      const mailing = new EmailChange({ ...context, configuration: { ...context.configuration, mail } })
      return (email: string) => mailing.requestChange(actor, { email, password: user.password }, '127.0.0.1')
    }
    const confirm = (code: string) =>
      server.inject({ method: 'POST', url: '/api/auth/verify-email', payload: { code } })

    it('G20 keeps the old address until the new one is confirmed', async () => {
      const email = `mailed.${user.id}@kamar.test`
      await createRequester()(email)
      expect(await read()).toMatchObject({ email: user.email, newEmail: email })
      expect((await signIn(email)).statusCode).toBe(401)
      expect((await confirm(await mailedCode(server, email, 'change-email'))).statusCode).toBe(200)
      expect(await read()).toMatchObject({ email, newEmail: null })
      expect((await signIn(email)).statusCode).toBe(200)
    })

    it('G20 notifies the old address', async () => {
      const email = `told.${user.id}@kamar.test`
      await createRequester()(email)
      const mail = await findMail(server, user.email, 'email-change-asked')
      expect(mail?.text).toContain(email)
      expect(mail?.text).not.toContain('#code=')
    })

    it('G20 sends no link for a replaced request', async () => {
      const [first, second] = [`early.${user.id}@kamar.test`, `late.${user.id}@kamar.test`]
      const requester = createRequester()
      await Promise.all([requester(first), requester(second)])
      const { newEmail } = await read()
      const unwanted = newEmail === first ? second : first
      expect(await findMail(server, newEmail ?? '', 'change-email')).not.toBeNull()
      expect(await findMail(server, unwanted, 'change-email')).toBeNull()
    })

    it('G20 invalidates the link of an earlier request', async () => {
      const [first, second] = [`first.${user.id}@kamar.test`, `second.${user.id}@kamar.test`]
      await createRequester()(first)
      const code = await mailedCode(server, first, 'change-email')
      await createRequester()(second)
      expect((await confirm(code)).json()).toMatchObject({ code: 'link-not-valid' })
      expect(await read()).toMatchObject({ email: user.email, newEmail: second })
    })

    it('refuses an address that is taken at the request or at the confirmation', async () => {
      const other = await server.createUser()
      await expect(createRequester()(other.email)).rejects.toMatchObject({ code: 'already-exists' })
      const email = `between.${user.id}@kamar.test`
      await createRequester()(email)
      const code = await mailedCode(server, email, 'change-email')
      await server.services.database.updateTable('account').set({ email }).where('id', '=', other.id).execute()
      expect((await confirm(code)).json()).toMatchObject({ code: 'already-exists' })
    })
  })

  it('is refused for the address of another account', async () => {
    const other = await server.createUser()
    expect((await change(other.email.toUpperCase())).json()).toMatchObject({ code: 'already-exists' })
    expect((await read()).email).toBe(user.email)
  })

  it('rejects a malformed address', async () => {
    expect((await change('nobody')).statusCode).toBe(422)
  })
})

describe('profile photo', () => {
  const put = (content: Buffer, of = user) =>
    server.inject({ method: 'POST', url: '/api/auth/avatar', ...fileForm(of, 'me.jpg', content) })
  const get = (headers: Record<string, string> = {}) =>
    server.inject({ url: '/api/auth/avatar', headers: { ...bearer(user), ...headers } })
  const readAvatar = async (id: string): Promise<string | null> =>
    (
      await server.services.database
        .selectFrom('account')
        .select('avatar_blob')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).avatar_blob

  it('is rotated upright, cropped to a square and encoded again without Exif data', async () => {
    const response = await put(await sidewaysPhoto())
    expect(response.statusCode).toBe(200)
    const { rawPayload, headers } = await get()
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(rawPayload.includes('Exif')).toBe(false)
    expect(rawPayload.includes('Yerevan')).toBe(false)
    const image = new Transformer(rawPayload)
    expect(await image.metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' })
    const pixels = await image.rawPixels()
    const red = (y: number): number => pixels[(y * 256 + 128) * (pixels.length / 65_536)] ?? 0
    expect(red(20)).toBeGreaterThan(200)
    expect(red(235)).toBeLessThan(50)
  })

  it('has a version for the account and an ETag for the browser cache', async () => {
    const { avatar } = (await put(await sidewaysPhoto())).json<Profile>()
    expect(avatar).toMatch(/^[0-9a-f]{16}$/)
    expect(await fetchAccount()).toMatchObject({ avatar })
    const { headers } = await get()
    expect((await get({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('replaces the previous photo and removes its blob', async () => {
    await put(await sidewaysPhoto(300, 200))
    const first = (await readAvatar(user.id)) ?? ''
    await put(await sidewaysPhoto(200, 300))
    expect(await readAvatar(user.id)).not.toBe(first)
    expect(await server.services.blobs.stat(first)).toBeNull()
  })

  it('keeps a blob that another account uses', async () => {
    const other = await server.createUser()
    const photo = await sidewaysPhoto(120, 90)
    await put(photo)
    await put(photo, other)
    const shared = (await readAvatar(user.id)) ?? ''
    expect(await readAvatar(other.id)).toBe(shared)
    expect((await send('DELETE', '/api/auth/avatar')).json()).toMatchObject({ avatar: null })
    expect(await server.services.blobs.stat(shared)).not.toBeNull()
    expect((await get()).statusCode).toBe(404)
  })

  it.each([
    ['an image with too many pixels', claimingPng(20_000, 20_000)],
    ['a corrupt image', claimingPng(64, 64)],
    ['a file that is not an image', Buffer.from('<svg onload="alert(1)"/>')],
    ['a file with too many bytes', Buffer.alloc(limits.maxAvatarBytes + 1, 0xff)],
  ])('rejects %s', async (_, content) => {
    expect((await put(content)).json()).toMatchObject({ status: 422, code: 'image-unreadable' })
    expect(await readAvatar(user.id)).toBeNull()
  })

  it('rejects a request without a file', async () => {
    expect((await send('POST', '/api/auth/avatar', {})).statusCode).toBeGreaterThanOrEqual(400)
  })
})
