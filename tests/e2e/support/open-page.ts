import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { User } from './account.js'
import type { administrator } from './administrator.js'
import { desktop } from './browser.js'
import type { Reachable } from './server-process.js'

type Credentials = User | typeof administrator

export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors and errors on the console, in order. */
  readonly errors: string[]
  /** Warnings on the console. */
  readonly warnings: string[]
}

interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Account to sign in with; signed out by default. */
  readonly as?: Credentials | undefined
  /**
   * Allows service workers, which store the application for offline use; each context then requests all its files
   * again.
   */
  readonly serviceWorkers?: 'allow'
  /** Emulates a touch screen. */
  readonly hasTouch?: true
}

/** Path on the server that loads no further resources. */
export const emptyPath = '/mark.svg'

/** Creates an account over the API. */
export async function register(server: Reachable, user: User): Promise<void> {
  await call(server, '/api/auth/register', { method: 'POST', body: JSON.stringify(user) })
}

/** Opens a page in a separate context, at a server URL that loads no further resources. */
export async function open(browser: Browser, server: Reachable, options: OpenOptions = {}): Promise<OpenedPage> {
  const { as, hasTouch = false, viewport = desktop, serviceWorkers = 'block' } = options
  const contextOptions = { viewport, reducedMotion: 'reduce', locale: 'en-US', deviceScaleFactor: 1 } as const
  const context = await browser.newContext({ ...contextOptions, hasTouch, isMobile: hasTouch, serviceWorkers })
  context.setDefaultTimeout(30_000)
  const errors: string[] = []
  const warnings: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    const { url } = message.location()
    // Only the initial SVG document has no icon, so the browser requests the default one.
    if (message.type() === 'error' && !url.endsWith('/favicon.ico')) errors.push(`${message.text()} ${url}`)
    if (message.type() === 'warning') warnings.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(server.address + emptyPath)
  if (as) await signInThroughApi(page, as)
  return { page, context, errors, warnings }
}

/** Signs in over the API: the context gets the refresh cookie, local storage the access token. */
export async function signInThroughApi(page: Page, as: Credentials): Promise<void> {
  const path = 'username' in as ? '/api/admin/login' : '/api/auth/login'
  const data = 'username' in as ? as : { email: as.email, password: as.password }
  const response = await page.context().request.post(new URL(path, page.url()).href, { data })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
}

/** Calls the API; throws with the server's response if it fails. */
export async function call<Result>(server: Reachable, path: string, init: RequestInit, token = ''): Promise<Result> {
  const headers = {
    ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(server.address + path, { ...init, headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Result
}

/** Uploads a file to an account over the API. */
export async function putFile(server: Reachable, token: string, name: string, content: Buffer): Promise<PutFile> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  return (await call<{ file: PutFile }>(server, '/api/auth/upload', { method: 'POST', body }, token)).file
}

/** Returns a file of the account by its name. */
export async function findFile(server: Reachable, token: string, name: string): Promise<PutFile> {
  const files = await call<(PutFile & { readonly description: string })[]>(server, '/api/auth/my-urns', {}, token)
  const match = files.find(({ description }) => description === name)
  if (!match) throw new Error(`no file ${name}`)
  return match
}

export interface PutFile {
  readonly id: string
  readonly urn: string
  readonly status: string
  readonly jobId: string
}
