import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { turnOnTwoFactor } from '../../../testing/authenticator.js'
import { type IdentityProviderProcess, startIdentityProvider } from '../../../testing/identity-provider.js'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.js'

const site = 'https://kamar.test'

let provider: IdentityProviderProcess
let server: TestServer
let subjects = 0
beforeAll(async () => {
  provider = await startIdentityProvider(site)
  const { clientId, clientSecret, issuer } = provider
  const settings = { issuer, clientId, clientSecret }
  server = await startTestServer({
    configuration: { publicUrl: new URL(site), identityProviders: { google: settings, microsoft: settings } },
  })
})
beforeEach(() => {
  subjects += 1
})
afterEach(() => server.services.database.deleteFrom('rate_limit').execute())
afterAll(async () => {
  await server.close()
  await provider.close()
})

type ProviderName = 'google' | 'microsoft'
const createIdentity = (over: Record<string, unknown> = {}) => ({
  sub: `subject-${subjects}`,
  email: `somebody-${subjects}@kamar.test`,
  email_verified: true,
  name: `Somebody ${subjects}`,
  ...over,
})

async function start(name: ProviderName = 'google', remember = false) {
  const response = await server.inject({ url: `/api/auth/providers/${name}/start?remember=${remember}` })
  expect(response.statusCode).toBe(303)
  const cookie = response.cookies.find((set) => set.name === 'kamar_provider')
  return { target: String(response.headers.location), cookie }
}

async function finishSignIn(address: URL, cookie: string | undefined, name: ProviderName = 'google') {
  const response = await server.inject({
    url: `/api/auth/providers/${name}/callback${address.search}`,
    cookies: cookie === undefined ? {} : { kamar_provider: cookie },
  })
  expect(response.statusCode).toBe(303)
  const target = new URL(String(response.headers.location), site)
  expect(target.pathname).toBe('/signin')
  return { fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))), response }
}

async function signInBy(name: ProviderName, user: ReturnType<typeof createIdentity>, remember = false) {
  provider.signInAs(user)
  const { cookie, target } = await start(name, remember)
  return finishSignIn(await provider.visit(target), cookie?.value, name)
}

async function accountAfter({ response }: Awaited<ReturnType<typeof signInBy>>) {
  const refresh = response.cookies.find(({ name }) => name === 'kamar_refresh')?.value ?? ''
  const cookies = { kamar_refresh: refresh }
  const renewed = await server.inject({ method: 'POST', url: '/api/auth/refresh', cookies })
  const token = renewed.json<{ access_token: string }>().access_token
  const accountResponse = await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  return { token, ...accountResponse.json<{ id: string; email: string; name: string }>() }
}

async function verify(id: string): Promise<void> {
  const values = { email_verified_at: new Date() }
  await server.services.database.updateTable('account').set(values).where('id', '=', id).execute()
}

/** Statuses of the responses to concurrent requests, in no particular order. */
const listStatuses = (responses: readonly { readonly statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('GET /api/auth/providers/:name/start', () => {
  it('sends PKCE, state and nonce and stores the request in a sealed cookie', async () => {
    const { cookie, target } = await start()
    const query = Object.fromEntries(new URL(target).searchParams)
    expect(query).toMatchObject({
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: `${site}/api/auth/providers/google/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    for (const name of ['code_challenge', 'state', 'nonce']) expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      secure: true,
      path: '/api/auth/providers',
      maxAge: 600,
    })
    expect(cookie?.value).not.toContain(query['state'])
  })

  it('answers 404 for an unknown provider', async () => {
    expect((await server.inject({ url: '/api/auth/providers/example/start' })).statusCode).toBe(404)
  })

  it('redirects to the sign-in page with an error when the provider is not configured', async () => {
    const plain = await startTestServer()
    const response = await plain.inject({ url: '/api/auth/providers/google/start' })
    expect(response.headers.location).toBe('/signin#problem=provider-not-configured&provider=google')
    const credential = { credential: 'x.y.z' }
    const posted = await plain.inject({ method: 'POST', url: '/api/auth/google', payload: credential })
    expect(posted.json()).toMatchObject({ status: 404, code: 'provider-not-configured' })
    await plain.close()
  })
})

describe('identity provider callback', () => {
  it('creates an account for a new user and finds it again after an e-mail change', async () => {
    const user = createIdentity()
    const first = await signInBy('google', user, true)
    expect(first.fragment).toEqual({ provider: 'google' })
    expect(first.response.cookies.find(({ name }) => name === 'kamar_refresh')).toHaveProperty('expires')
    const account = await accountAfter(first)
    expect(account).toMatchObject({ email: user.email, name: user.name })
    const again = await accountAfter(await signInBy('google', { ...user, email: 'moved@kamar.test' }))
    expect(again.id).toBe(account.id)
  })

  it.each(['google', 'microsoft'] as const)('links %s to an account with a verified address', async (name) => {
    const user = await server.createUser()
    await verify(user.id)
    const claims = createIdentity({ email: user.email, ...(name === 'microsoft' ? { xms_edov: true } : {}) })
    expect(await accountAfter(await signInBy(name, claims))).toMatchObject({ id: user.id })
  })

  it('does not link to an account with an unverified address', async () => {
    const user = await server.createUser()
    await server.services.database
      .updateTable('account')
      .set({ email_verified_at: null })
      .where('id', '=', user.id)
      .execute()
    const { response, fragment } = await signInBy('google', createIdentity({ email: user.email }))
    expect(fragment).toEqual({ problem: 'account-not-linked', provider: 'google' })
    expect(response.cookies.find(({ name }) => name === 'kamar_refresh')).toBeUndefined()
  })

  it('takes over an unconfirmed registration and invalidates its password and session', async () => {
    const { database } = server.services
    const otherUser = await server.createUser()
    await database.updateTable('account').set({ must_verify_email: true }).where('id', '=', otherUser.id).execute()
    const owner = await accountAfter(await signInBy('google', createIdentity({ email: otherUser.email })))
    expect(owner.id).toBe(otherUser.id)
    const { email, password } = otherUser
    const login = await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    expect(login.statusCode).toBe(401)
    expect((await server.inject({ url: '/api/auth/me', headers: bearer(otherUser) })).statusCode).toBe(401)
  })

  it.each([
    ['google', { email_verified: false }],
    ['google', { email: undefined }],
    ['microsoft', {}],
    ['microsoft', { xms_edov: false, tid: 'some-tenant' }],
  ] as const)('rejects an unverified address from %s with %o', async (name, over) => {
    const { fragment } = await signInBy(name, createIdentity(over))
    expect(fragment).toEqual({ problem: 'provider-email-unverified', provider: name })
  })

  it('trusts the addresses of personal Microsoft accounts', async () => {
    const { fragment } = await signInBy('microsoft', createIdentity({ tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }))
    expect(fragment).toEqual({ provider: 'microsoft' })
  })

  it('still requires the second factor', async () => {
    const user = await server.createUser()
    await verify(user.id)
    const app = await turnOnTwoFactor(server, user, Date.now() - 60_000 + 30_000)
    const { response, fragment } = await signInBy('google', createIdentity({ email: user.email }))
    expect(fragment).toEqual({ next: 'second-factor', ticket: expect.any(String) as unknown })
    expect(response.cookies.find(({ name }) => name === 'kamar_refresh')).toBeUndefined()
    const payload = { ticket: fragment['ticket'], code: app.recoveryCodes[0] }
    const entered = await server.inject({ method: 'POST', url: '/api/auth/login/second-factor', payload })
    expect(entered.json()).toHaveProperty('access_token')
  })

  it('refuses a rejected account', async () => {
    const claims = createIdentity()
    const { id } = await accountAfter(await signInBy('google', claims))
    await server.services.database.updateTable('account').set({ status: 'rejected' }).where('id', '=', id).execute()
    expect((await signInBy('google', claims)).fragment).toEqual({ problem: 'account-rejected', provider: 'google' })
  })

  it('creates no account when registration is closed', async () => {
    const { database } = server.services
    await database.insertInto('setting').values({ key: 'accounts.sign-up-open', value: 'false' }).execute()
    expect((await signInBy('google', createIdentity())).fragment).toMatchObject({ problem: 'sign-up-closed' })
    await database.deleteFrom('setting').where('key', '=', 'accounts.sign-up-open').execute()
  })
})

describe('unexpected provider response', () => {
  const refused = { problem: 'provider-refused', provider: 'google' }

  it.each(['no cookie', 'the cookie of another authorization request', 'a forged cookie'] as const)(
    'is rejected with %s',
    async (kind) => {
      provider.signInAs(createIdentity())
      const { target } = await start()
      const back = await provider.visit(target)
      const cookie = {
        'no cookie': undefined,
        'the cookie of another authorization request': (await start()).cookie?.value,
        'a forged cookie': 'AAAA',
      }
      expect((await finishSignIn(back, cookie[kind])).fragment).toEqual(refused)
    },
  )

  it('is rejected with another state', async () => {
    provider.signInAs(createIdentity())
    const { cookie, target } = await start()
    const back = await provider.visit(target)
    back.searchParams.set('state', 'another')
    expect((await finishSignIn(back, cookie?.value)).fragment).toEqual(refused)
  })

  it('is rejected when its code was already used', async () => {
    provider.signInAs(createIdentity())
    const { cookie, target } = await start()
    const back = await provider.visit(target)
    expect((await finishSignIn(back, cookie?.value)).fragment).toEqual({ provider: 'google' })
    expect((await finishSignIn(back, cookie?.value)).fragment).toEqual(refused)
  })

  it('is rejected when it comes from another provider', async () => {
    provider.signInAs(createIdentity())
    const { cookie, target } = await start('microsoft')
    const back = await provider.visit(target)
    expect((await finishSignIn(back, cookie?.value, 'google')).fragment).toEqual(refused)
  })

  it('is rejected when the provider denies access', async () => {
    const { cookie, target } = await start()
    const state = new URL(target).searchParams.get('state') ?? ''
    const back = new URL(
      `${site}/?${new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer.origin })}`,
    )
    expect((await finishSignIn(back, cookie?.value)).fragment).toEqual(refused)
  })
})

describe('POST /api/auth/google', () => {
  const post = (credential: string, remember?: boolean) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/google',
      payload: { credential, ...(remember ? { remember } : {}) },
    })

  it('accepts the credential of the Google sign-in button', async () => {
    const response = await post(await provider.credential(createIdentity()), true)
    expect(response.json()).toEqual({ token: expect.any(String) as unknown })
    expect(response.cookies[0]).toMatchObject({ name: 'kamar_refresh', expires: expect.any(Date) as unknown })
    const headers = { authorization: `Bearer ${response.json<{ token: string }>().token}` }
    expect((await server.inject({ url: '/api/auth/me', headers })).json()).toMatchObject({
      email: createIdentity().email,
    })
  })

  it('accepts a credential once', async () => {
    const credential = await provider.credential(createIdentity())
    const responses = await Promise.all([post(credential), post(credential)])
    expect(listStatuses(responses)).toEqual([200, 401])
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another audience', { audience: 'another-client' }],
    ['an expiry time in the past', { lifetimeSeconds: -10 }],
    ['an unpublished key', { foreignKey: true }],
  ])('rejects a credential with %s', async (_, change) => {
    const response = await post(await provider.credential(createIdentity(), change))
    expect(response.json()).toMatchObject({
      status: 401,
      code: 'provider-refused',
      message: 'Couldn’t sign in with Google. Please try again.',
    })
  })

  it.each(['x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    'rejects the malformed credential %j',
    async (text) => {
      expect((await post(text)).statusCode).toBe(401)
    },
  )
})

it('sign-in options endpoint lists the configured identity providers', async () => {
  const response = await server.inject({ url: '/api/auth/options' })
  expect(response.json()).toEqual({ providers: { google: true, microsoft: true }, mail: false })
})
