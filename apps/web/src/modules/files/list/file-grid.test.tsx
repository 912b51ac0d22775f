import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { gridShape } from './file-grid.js'

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

describe('file grid layout', () => {
  test.each([
    [328, 2],
    [358, 2],
    [600, 2],
    [700, 3],
    [1080, 4],
  ])('divides %s pixels into %s columns', (width, columns) => {
    expect(gridShape(width).columns).toBe(columns)
  })

  test('reserves an aspect ratio of 4:3 for thumbnails', () => {
    const { columns, rowPixels } = gridShape(1080)
    const card = (1080 - 32 - (columns - 1) * 16) / columns
    expect(rowPixels).toBe(Math.round((card * 3) / 4 + 78 + 16))
  })
})

describe('virtualized file list', () => {
  test('renders only the visible rows of ten thousand files', async () => {
    appServer(Array.from({ length: 10_000 }, () => fileRecord()))
    await renderApp('/home', { signedIn: true })
    expect(await screen.findByText('10,000 files')).toBeTruthy()
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
  })

  test('renders only the visible cards of ten thousand files', async () => {
    localStorage.setItem('fileView', 'grid')
    appServer(Array.from({ length: 10_000 }, () => fileRecord()))
    await renderApp('/home', { signedIn: true })
    await screen.findByText('10,000 files')
    const cards = screen.getAllByRole('gridcell').length
    expect(cards).toBeGreaterThan(5)
    expect(cards).toBeLessThan(80)
  })
})
