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

/** Returns rules of WCAG 2.2 A and AA, and of good practice, that a page breaks, with the elements. */
export const listViolations = (page: Page): Promise<string[]> => brokenRules(page, everyRule)

/** Returns broken rules that depend on the theme. */
export const listColorViolations = (page: Page): Promise<string[]> => brokenRules(page, colorRules)

async function brokenRules(page: Page, options: object): Promise<string[]> {
  // Uses the debugger's channel: the page's content security policy correctly refuses an injected script.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource)
  const call = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
  const violations = await page.evaluate<Violation[]>(`${call}.then((result) => result.violations)`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Returns whether the page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)

/** Waits until changes are drawn: colours have a transition between themes. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
    const isGliding = (animation: Animation) => animation.playState === 'running' && !endless(animation)
    await nextFrame()
    // A transition of an inherited colour starts those of its descendants.
    for (let gliding = document.getAnimations().filter(isGliding); gliding.length > 0;) {
      await Promise.allSettled(gliding.map(({ finished }) => finished))
      await nextFrame()
      gliding = document.getAnimations().filter(isGliding)
    }
    await document.fonts.ready
  })
}

/** Returns everything presented to a user or their screen reader: texts, names, hints, choices, the title. */
export const readPageText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt', 'value'] as const
    const fragments = [...document.querySelectorAll('body *')].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name)),
      element instanceof HTMLOptionElement || element.classList.contains('sr-only') ? element.textContent : null,
    ])
    return [document.title, document.body.innerText, ...fragments].filter(Boolean).join('\n')
  })
