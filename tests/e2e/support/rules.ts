import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const everyRule = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const colorRules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** Rules of WCAG 2.2 A and AA, and of good practice, that a page breaks, with the elements. */
export const listViolations = (page: Page): Promise<string[]> => brokenRules(page, everyRule)

/** The rules that another theme may break. */
export const listColorViolations = (page: Page): Promise<string[]> => brokenRules(page, colorRules)

async function brokenRules(page: Page, options: object): Promise<string[]> {
  // Through the debugger's own channel: the page's content security policy rightly refuses an inserted script.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource)
  const call = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
  const violations = await page.evaluate<Violation[]>(`${call}.then((result) => result.violations)`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Whether the page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)

/** Waits until what changed is drawn: colours glide from one theme to the other. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
    const isGliding = (animation: Animation) => animation.playState === 'running' && !endless(animation)
    await nextFrame()
    // A glide of an inherited colour sets off those of the elements within.
    for (let gliding = document.getAnimations().filter(isGliding); gliding.length > 0;) {
      await Promise.allSettled(gliding.map(({ finished }) => finished))
      await nextFrame()
      gliding = document.getAnimations().filter(isGliding)
    }
    await document.fonts.ready
  })
}

/** Everything a person or their screen reader is told: texts, names, hints, choices, the title. */
export const readPageText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt', 'value'] as const
    const fragments = [...document.querySelectorAll('body *')].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name)),
      element instanceof HTMLOptionElement || element.classList.contains('sr-only') ? element.textContent : null,
    ])
    return [document.title, document.body.innerText, ...fragments].filter(Boolean).join('\n')
  })
