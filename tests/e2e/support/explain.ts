import type { Browser, Page } from 'playwright-core'

const mostCharacters = 2_000
const mostMessages = 20

interface Telling {
  readonly address: string
  readonly output: string
}

const browsers = new Set<Browser>()
const servers = new Set<Telling>()

/** From now on an explanation tells of this browser's pages. */
export function explainWith(browser: Browser): Browser {
  browsers.add(browser)
  browser.once('disconnected', () => browsers.delete(browser))
  return browser
}

/** From now on an explanation tells what this server printed; answers what ends that. */
export function explainWithServer(server: Telling): () => void {
  servers.add(server)
  return () => servers.delete(server)
}

/** What a person would look at when a test failed: the open pages, their consoles, and what the servers printed. */
export async function whatIsThere(): Promise<string> {
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  const told = await Promise.all(pages.map((page) => wordsOfPage(page).catch((error: unknown) => String(error))))
  const printed = [...servers].map(
    ({ address, output }) => `server ${address} printed:\n${output.slice(-mostCharacters)}`,
  )
  return [...told, ...printed].join('\n\n')
}

async function wordsOfPage(page: Page): Promise<string> {
  const [messages, errors, words] = await Promise.all([
    page.consoleMessages(),
    page.pageErrors(),
    page.locator('body').innerText({ timeout: 2_000 }),
  ])
  return [
    `page ${page.url()}`,
    ...errors.slice(-mostMessages).map(String),
    ...messages.slice(-mostMessages).map((message) => `${message.type()}: ${message.text()}`),
    words.slice(0, mostCharacters),
  ].join('\n')
}
