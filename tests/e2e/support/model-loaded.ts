import type { Page } from 'playwright-core'
import { whatIsThere } from './explain.js'

/** Waits until all of the model is drawn: then the status line says so, and goes on saying it. */
export async function modelLoaded(
  page: Page,
  { state = 'visible' }: { readonly state?: 'visible' | 'attached' } = {},
): Promise<void> {
  try {
    await page.getByText('Model loaded successfully!').first().waitFor({ state, timeout: 120_000 })
  } catch (error) {
    throw new Error(`the model was not loaded: ${String(error)}\n\n${await whatIsThere()}`, { cause: error })
  }
}
