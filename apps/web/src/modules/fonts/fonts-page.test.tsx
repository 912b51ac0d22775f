import type { FontList } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

afterEach(cleanUpPage)

const list: FontList = {
  fonts: [
    {
      id: 'f1',
      name: 'gost_a.ttf',
      alsoKnownAs: ['GOST type A'],
      kind: 'outline',
      letters: 230,
      size: 45 * 1024,
      uploadedAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  waitingDrawings: 2,
}

let server: StubServer
beforeEach(() => {
  server = appServer()
})

const open = (fonts: FontList = list) => {
  server.on('GET /api/auth/fonts', () => json(fonts))
  return renderApp('/drawing-fonts', { signedIn: true })
}

test('fonts page lists fonts with names, kinds and sizes, and mentions licences', async () => {
  await open()
  expect(await screen.findByText('gost_a.ttf')).toBeTruthy()
  expect(screen.getByText('Outline font · GOST type A · 230 glyphs')).toBeTruthy()
  expect(screen.getByText('45 KB')).toBeTruthy()
  expect(screen.getByText(/licence/)).toBeTruthy()
})

test('fonts page shows that there are no fonts', async () => {
  await open({ fonts: [], waitingDrawings: 0 })
  expect(await screen.findByText('You haven’t added any fonts yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Translate again' })).toBeNull()
})

test('fonts page uploads fonts and lists them', async () => {
  server.on('POST /api/auth/fonts', () => json(list))
  const { user } = await open({ fonts: [], waitingDrawings: 0 })
  const input = await screen.findByLabelText('Choose font files')
  await user.upload(input, [new File(['x'], 'gost_a.ttf'), new File(['y'], 'romans.shx')])
  expect(await screen.findByText('gost_a.ttf')).toBeTruthy()
  expect(await screen.findByText('2 fonts added.')).toBeTruthy()
})

test('fonts page names a file that is not a valid font', async () => {
  server.on('POST /api/auth/fonts', () => errorResponse(422, 'font-unreadable', '', { details: { name: 'a.ttf' } }))
  const { user } = await open()
  await user.upload(await screen.findByLabelText('Choose font files'), new File(['x'], 'a.ttf'))
  expect(await screen.findByText('a.ttf is not a valid font. Use .shx, .ttf or .otf.')).toBeTruthy()
})

test('fonts page removes a font', async () => {
  server.on('DELETE /api/auth/fonts/f1', () => json({ fonts: [], waitingDrawings: 0 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Remove gost_a.ttf' }))
  await waitFor(() => expect(screen.queryByText('gost_a.ttf')).toBeNull())
  expect(server.calls('DELETE /api/auth/fonts/f1')).toHaveLength(1)
})

test('fonts page translates drawings again that missed a font', async () => {
  server.on('POST /api/auth/fonts/use', () => json({ ...list, waitingDrawings: 0 }))
  const { user } = await open()
  expect(await screen.findByText('2 drawings were translated without a font that is now available')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Translate again' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Translate again' })).toBeNull())
})
