import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { PartBoundary } from './part-boundary.js'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

function Broken({ text }: { readonly text: string }): never {
  throw new TypeError(text)
}
const show = (text: string) =>
  renderPart(
    <>
      <p>Model</p>
      <PartBoundary>
        <Broken text={text} />
      </PartBoundary>
    </>,
  )

describe('PartBoundary', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://kamar.test/assets/filter-1.js',
    'error loading dynamically imported module: https://kamar.test/assets/filter-1.js',
    'Importing a module script failed.',
  ])('keeps the page when a chunk is missing: %s', async (text) => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await show(text)
    expect(screen.getByRole('alert').textContent).toContain('needs the network once')
    expect(screen.getByText('Model')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull()
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  })

  test('leaves other errors to the page', async () => {
    await expect(show('no such element').then(() => screen.getByText('Model'))).rejects.toThrow(/Unable to find/)
  })
})
