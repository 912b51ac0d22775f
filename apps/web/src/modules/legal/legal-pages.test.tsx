import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe.each([
  ['/privacy', 'Privacy', 7],
  ['/terms', 'Terms of use', 6],
])('%s', (path, heading, sections) => {
  test('has its heading, title and sections', async () => {
    await renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe(`${heading} · Kamar`))
    expect(document.querySelectorAll('main section')).toHaveLength(sections)
  })

  test('is also shown to signed-in users', async () => {
    const { getPath } = await renderApp(path, { signedIn: true })
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(getPath()).toBe(path)
  })
})

test('the licences page lists runtime packages and no build tools', async () => {
  await renderApp('/licences')
  await screen.findByRole('heading', { level: 1, name: 'Licences' })
  const names = [...document.querySelectorAll('main li')].map(({ textContent }) => textContent?.split(' ')[0])
  for (const name of ['react', 'fastify', 'three', 'zod']) expect(names).toContain(name)
  for (const name of ['vitest', 'knip', 'playwright-core']) expect(names).not.toContain(name)
})
