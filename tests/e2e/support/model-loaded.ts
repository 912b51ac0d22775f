import type { Page } from 'playwright-core'

/** Waits until the whole model is drawn, which the status line then states permanently. */
export async function modelLoaded(
  page: Page,
  { state = 'visible' }: { readonly state?: 'visible' | 'attached' } = {},
): Promise<void> {
  await page.getByText('Model loaded successfully!').first().waitFor({ state, timeout: 120_000 })
}
