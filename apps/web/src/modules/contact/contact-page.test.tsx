import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = stubServer({ 'POST /api/contact': () => json({ done: true }) })
})
afterEach(cleanUpPage)

async function writeMessage(company = '') {
  const app = await renderApp('/contact')
  await app.user.type(await screen.findByLabelText('Name'), 'Ani Hakobyan')
  await app.user.type(screen.getByLabelText('Email'), 'ani@kamar.am')
  if (company) await app.user.type(screen.getByLabelText('Company (optional)'), company)
  await app.user.type(screen.getByLabelText('Message'), '  May we see it?  ')
  await app.user.click(screen.getByRole('button', { name: 'Send message' }))
  return app
}

const sentBody = (): unknown => server.calls('POST /api/contact')[0]?.body

describe('contact page', () => {
  test('sends the message and shows where the reply will go', async () => {
    await writeMessage('Kamar Builders')
    expect(await screen.findByRole('heading', { name: 'Message sent' })).toBeTruthy()
    expect(screen.getByText('The reply will be sent to ani@kamar.am.')).toBeTruthy()
    expect(sentBody()).toEqual({
      name: 'Ani Hakobyan',
      email: 'ani@kamar.am',
      company: 'Kamar Builders',
      message: 'May we see it?',
    })
  })

  test('omits an empty company and offers another message', async () => {
    const { user } = await writeMessage()
    await user.click(await screen.findByRole('button', { name: 'Send another message' }))
    expect(screen.getByLabelText('Message')).toBeTruthy()
    expect(sentBody()).not.toHaveProperty('company')
  })

  test('shows the server’s error message', async () => {
    server.on('POST /api/contact', () => errorResponse(429, 'too-many-requests', 'Too many requests, please wait'))
    await writeMessage()
    expect(await screen.findByText('Too many requests, please wait')).toBeTruthy()
  })

  test('shows an error when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    await writeMessage()
    expect(await screen.findByText('The message couldn’t be sent. Please try again.')).toBeTruthy()
  })

  test('requires name, email and message', async () => {
    await renderApp('/contact')
    const required = (label: string): boolean => (screen.getByLabelText(label) as HTMLInputElement).required
    await screen.findByLabelText('Name')
    expect(['Name', 'Email', 'Message', 'Company (optional)'].map(required)).toEqual([true, true, true, false])
    expect((screen.getByLabelText('Email') as HTMLInputElement).type).toBe('email')
  })
})
