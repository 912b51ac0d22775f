import { uploadExtensions } from '@kamar/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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

describe('landing page', () => {
  test('links to its sections, the plans and the sign-in page', async () => {
    await open()
    const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
    const links = navigation.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Features', '#features'],
      ['Benefits', '#benefits'],
      ['Pricing', '/ViewerPage'],
      ['Sign In', '/signin'],
    ])
    for (const id of ['features', 'benefits', 'pricing']) expect(document.getElementById(id)).toBeTruthy()
  })

  test('has one main heading, six feature headings and three comparison items', async () => {
    await open()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const features = within(document.getElementById('features') as HTMLElement)
    const headings = features.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'IFC, DWG, RVT and more',
      'Comments where they belong',
      'Analytics and audit trail',
      'Secure storage',
      'What changed since Tuesday?',
      'Extensions and plugins',
    ])
    const comparison = screen.getByRole('heading', { name: 'What changed since Tuesday?' }).parentElement as HTMLElement
    expect(within(comparison).getAllByRole('listitem')).toHaveLength(3)
  })

  test('shows three figures about team benefits', async () => {
    await open()
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(headings.filter((text) => /^\d/.test(text))).toEqual(['40%faster work', '60%savings', '3xengagement'])
  })

  test('shows the video without preloading and links to it', async () => {
    await open()
    expect(linkTarget('Watch Demo')).toBe('#demo')
    const film = document.querySelector('#demo video')
    expect(film?.getAttribute('preload')).toBe('none')
    expect(film?.querySelectorAll('source')).toHaveLength(2)
  })

  test('shows four screenshots with captions', async () => {
    await open()
    const captions = [...document.querySelectorAll('#benefits figcaption strong')].map(({ textContent }) => textContent)
    expect(captions).toEqual(['3D viewer.', 'Collaboration.', 'Analytics.', 'Mobile view.'])
    for (const image of document.querySelectorAll('img')) expect(image.alt).not.toBe('')
  })

  test('links to the demo request and the pages of the footer', async () => {
    await open()
    expect(linkTarget('Schedule Demo')).toBe('/contact')
    for (const [name, target] of [
      ['Documentation', '/documentation'],
      ['API reference', '/api/docs'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Terms of use', '/terms'],
      ['Licences', '/licences'],
      ['Русский', '/?lang=ru'],
    ] as const) {
      expect(linkTarget(name)).toBe(target)
    }
  })

  test('opens the plans from the pricing link', async () => {
    const { user, getPath } = await open()
    await user.click(screen.getByRole('link', { name: 'Pricing' }))
    await waitFor(() => expect(getPath()).toBe('/'))
    expect(sessionStorage.getItem('returnTo')).toBeNull()
  })

  test('lists every format that can be uploaded', async () => {
    await open()
    const formats = within(screen.getByRole('list', { name: 'Formats' })).getAllByRole('listitem')
    expect(formats.map(({ textContent }) => `.${textContent}`)).toEqual(uploadExtensions)
  })

  test('shows the plan and links to the sign-up page', async () => {
    const { user, getPath } = await open()
    expect(screen.getByRole('heading', { name: 'Professional' })).toBeTruthy()
    expect(screen.getByText('100 GB storage with unlimited file uploads')).toBeTruthy()
    await user.click(screen.getAllByRole('link', { name: 'Start Free Trial' })[0] as HTMLElement)
    await waitFor(() => expect(getPath()).toBe('/signUp'))
  })

  test('sends no request to the server', async () => {
    const server = appServer()
    await open()
    expect(server.requests).toEqual([])
  })
})

describe('not-found page', () => {
  test('shows the unknown path and links to the root page', async () => {
    const { user, getPath } = await open('/no/such/page')
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
    expect(screen.getByText('There’s nothing at /no/such/page.')).toBeTruthy()
    await waitFor(() => expect(document.title).toContain('Page not found'))
    await user.click(screen.getByRole('link', { name: 'Return to Home' }))
    await waitFor(() => expect(getPath()).toBe('/'))
  })
})

describe('advantages carousel', () => {
  const getVisibleSlides = () => {
    const carousel = screen.getByRole('group', { name: 'Advantages' })
    const slides = within(carousel).getAllByRole('group')
    expect(slides).toHaveLength(4)
    return slides.filter((slide) => !slide.hasAttribute('inert')).map((slide) => slide.getAttribute('aria-label'))
  }

  test('shows one slide at a time and wraps around', async () => {
    const { user } = await open()
    expect(getVisibleSlides()).toEqual(['1 of 4'])
    const next = screen.getByRole('button', { name: 'Next advantage' })
    for (const position of ['2 of 4', '3 of 4', '4 of 4', '1 of 4']) {
      await user.click(next)
      expect(getVisibleSlides()).toEqual([position])
    }
    await user.click(screen.getByRole('button', { name: 'Previous advantage' }))
    expect(getVisibleSlides()).toEqual(['4 of 4'])
  })

  test('moves with the arrow keys', async () => {
    const { user } = await open()
    screen.getByRole('button', { name: 'Next advantage' }).focus()
    await user.keyboard('{ArrowLeft}')
    expect(getVisibleSlides()).toEqual(['4 of 4'])
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(getVisibleSlides()).toEqual(['2 of 4'])
  })

  test('moves with a swipe but not with a tap', async () => {
    await open()
    const carousel = screen.getByRole('group', { name: 'Advantages' })
    const swipe = (from: number, to: number) => {
      fireEvent.pointerDown(carousel, { clientX: from })
      fireEvent.pointerUp(carousel, { clientX: to })
    }
    swipe(300, 200)
    expect(getVisibleSlides()).toEqual(['2 of 4'])
    swipe(200, 190)
    expect(getVisibleSlides()).toEqual(['2 of 4'])
    swipe(100, 300)
    expect(getVisibleSlides()).toEqual(['1 of 4'])
  })
})
