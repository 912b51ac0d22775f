import type { Page } from 'playwright-core'

/** Waits until all of the model is drawn: then the status line says so, and goes on saying it. */
export async function modelLoaded(
  page: Page,
  { state = 'visible' }: { readonly state?: 'visible' | 'attached' } = {},
): Promise<void> {
  await page.getByText('Model loaded successfully!').first().waitFor({ state, timeout: 120_000 })
}
