import { isCampaign } from '@kamar/test-kit/campaign'
import type { Page } from 'playwright-core'
import { desktop, mobile } from './browser.js'
import { settle } from './rules.js'

/** What a window of 1280 pixels has left at 400 %: there a page must still not scroll sideways (WCAG 1.4.10). */
const zoomed = { width: 320, height: 600 }
const windows = { desktop, phone: mobile, zoomed }

/** How a person may see a page. */
export interface DisplayVariant {
  readonly window: keyof typeof windows
  readonly theme: 'light' | 'dark'
  readonly language: 'en' | 'hy' | 'ru' | 'es'
}

const zoomedVariant: DisplayVariant = { window: 'zoomed', theme: 'light', language: 'en' }

/** Every device in every theme, every theme and device in English and Armenian, and one zoomed. */
const defaultVariants: readonly DisplayVariant[] = [
  { window: 'desktop', theme: 'light', language: 'en' },
  { window: 'desktop', theme: 'dark', language: 'hy' },
  { window: 'phone', theme: 'dark', language: 'en' },
  { window: 'phone', theme: 'light', language: 'hy' },
  zoomedVariant,
]

/** Every combination of device, theme, English and Armenian, and one zoomed; each differs from the last in one thing. */
const allVariants: readonly DisplayVariant[] = [
  { window: 'desktop', theme: 'light', language: 'en' },
  { window: 'desktop', theme: 'dark', language: 'en' },
  { window: 'desktop', theme: 'dark', language: 'hy' },
  { window: 'desktop', theme: 'light', language: 'hy' },
  { window: 'phone', theme: 'light', language: 'hy' },
  { window: 'phone', theme: 'dark', language: 'hy' },
  { window: 'phone', theme: 'dark', language: 'en' },
  { window: 'phone', theme: 'light', language: 'en' },
  zoomedVariant,
]

/** In how many ways screens are looked at: all of them at night, and where pictures are made. */
const hasTime = isCampaign || process.env['TEST_PICTURES'] !== undefined

export const displayVariants = hasTime ? allVariants : defaultVariants

/** Long texts are looked at in the two other languages too; they have the least room on a phone. */
export const otherLanguages: readonly DisplayVariant[] = [
  { window: 'phone', theme: 'light', language: 'ru' },
  { window: 'phone', theme: 'light', language: 'es' },
  ...(hasTime
    ? ([
        { window: 'desktop', theme: 'light', language: 'es' },
        { window: 'desktop', theme: 'light', language: 'ru' },
      ] as const)
    : []),
]

/** A page, and another tab of the same person in which theme and language are chosen. */
export interface SeenPage {
  readonly page: Page
  readonly secondTab: Page
}

/** Shows a loaded page in another way without loading it again, and waits until that is drawn. */
export async function showAs(
  { page, secondTab }: SeenPage,
  { window, theme, language }: DisplayVariant,
): Promise<void> {
  await page.setViewportSize(windows[window])
  await page.emulateMedia({ colorScheme: theme })
  await secondTab.evaluate((code) => localStorage.setItem('language', code), language)
  // Looked at in every frame; a locator looks every half second.
  await page.waitForFunction((code) => document.documentElement.lang === code, language)
  await settle(page)
}

/** Waits until an element that matches a selector of CSS is visible, as `showAs` waits: in every frame. */
export async function whenShown(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (css) =>
      [...document.querySelectorAll(css)].some((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
      }),
    selector,
  )
}

/** Waits until React has drawn a page, or taken over one that came drawn: before that it hears of no choice. */
export async function whenLive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#root h1, #root main')].some((element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$')),
    ),
  )
}
