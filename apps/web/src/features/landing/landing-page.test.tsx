// @vitest-environment happy-dom
import { uploadExtensions } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  appServer()
})
afterEach(cleanUpPage)

async function open(path = '/') {
  const app = await renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}
const linkTarget = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the landing page', () => {
  test('leads to its parts, to the plans and to signing in', async () => {
    await open()
    expect(linkTarget('Features')).toBe('#features')
    expect(linkTarget('Benefits')).toBe('#benefits')
    expect(linkTarget('Pricing')).toBe('/ViewerPage')
    expect(linkTarget('Sign In')).toBe('/signin')
    for (const id of ['features', 'benefits', 'pricing']) expect(document.getElementById(id)).toBeTruthy()
  })

  test('has one heading, four features and three figures', async () => {
    await open()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const cards = (id: string) =>
      within(document.getElementById(id) as HTMLElement).getAllByRole('heading', { level: 3 })
    expect(cards('features')).toHaveLength(4)
    const figures = cards('benefits').map(({ textContent }) => textContent)
    expect(figures).toEqual(['40%faster work', '60%savings', '3xengagement'])
  })

  test('names every format that can be uploaded', async () => {
    await open()
    const formats = within(screen.getByRole('list', { name: 'Formats' })).getAllByRole('listitem')
    expect(formats.map(({ textContent }) => `.${textContent}`)).toEqual(uploadExtensions)
  })

  test('says the plan and where to begin', async () => {
    const { user, place } = await open()
    expect(screen.getByRole('heading', { name: 'Professional' })).toBeTruthy()
    expect(screen.getByText('100 GB storage with unlimited file uploads')).toBeTruthy()
    await user.click(screen.getAllByRole('link', { name: 'Start Free Trial' })[0] as HTMLElement)
    await waitFor(() => expect(place()).toBe('/signUp'))
  })

  test('asks nothing of the server', async () => {
    const server = appServer()
    await open()
    expect(server.requests).toEqual([])
  })
})

describe('a page that does not exist', () => {
  test('is named and leads home', async () => {
    const { user, place } = await open('/no/such/page')
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
    expect(screen.getByText('There is nothing at /no/such/page.')).toBeTruthy()
    expect(document.title).toContain('Page not found')
    await user.click(screen.getByRole('link', { name: 'Return to Home' }))
    await waitFor(() => expect(place()).toBe('/'))
  })
})
