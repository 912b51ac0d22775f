import { isCampaign } from '@kamar/test-kit/campaign'
import type { Page } from 'playwright-core'
import { desktop, mobile } from './browser.js'
import { settle } from './rules.js'

/** Size of a window of 1280 pixels at 400 %: there a page must still not scroll sideways (WCAG 1.4.10). */
const zoomed = { width: 320, height: 600 }
const windows = { desktop, phone: mobile, zoomed }

/** Display mode of a page. */
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

/**
 * Every combination of device, theme, English and Armenian, and one zoomed; each differs from the previous one in one
 * property.
 */
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

/** All variants are used in the nightly run and for screenshots, otherwise the default ones. */
const hasTime = isCampaign || process.env['TEST_PICTURES'] !== undefined

export const displayVariants = hasTime ? allVariants : defaultVariants

/** Variants of long texts in the two other languages; phones have the least space. */
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

/** Page, and another tab of the same user in which theme and language are set. */
export interface SeenPage {
  readonly page: Page
  readonly secondTab: Page
}

/** Switches a loaded page to another variant without a reload, and waits until it is drawn. */
export async function showAs(
  { page, secondTab }: SeenPage,
  { window, theme, language }: DisplayVariant,
): Promise<void> {
  await page.setViewportSize(windows[window])
  await page.emulateMedia({ colorScheme: theme })
  await secondTab.evaluate((code) => localStorage.setItem('language', code), language)
  // Polls in every frame; a locator polls every half second.
  await page.waitForFunction((code) => document.documentElement.lang === code, language)
  await settle(page)
}

/** Waits until an element that matches a CSS selector is visible, polling in every frame like `showAs`. */
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

/** Waits until React has rendered a page, or hydrated a pre-rendered one: before that it does not react to settings. */
export async function whenLive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#root h1, #root main')].some((element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$')),
    ),
  )
}
