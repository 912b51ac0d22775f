import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PageLink, PageNavigation } from './page-link.js'

afterEach(cleanup)

/** Renders a link in the application; outside of it, the browser's navigation is prevented. */
function inApplication(goTo: ((path: string, state?: unknown) => void) | null) {
  const browser = vi.fn((event: Event) => event.preventDefault())
  document.addEventListener('click', browser, { once: true })
  render(
    <PageNavigation value={goTo}>
      <PageLink to="/signUp" state={{ from: 'landing' }}>
        Start
      </PageLink>
    </PageNavigation>,
  )
  return { link: screen.getByRole('link', { name: 'Start' }), browser }
}

describe('PageLink', () => {
  test('has an href, so that it works without scripts and in a new tab', () => {
    expect(inApplication(null).link.getAttribute('href')).toBe('/signUp')
  })

  test('navigates inside the application and passes its state', () => {
    const goTo = vi.fn()
    const { link } = inApplication(goTo)
    expect(fireEvent.click(link)).toBe(false)
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/signUp', { from: 'landing' })
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
    'leaves clicks for a new tab or window to the browser: %o',
    (keys) => {
      const goTo = vi.fn()
      fireEvent.click(inApplication(goTo).link, keys)
      expect(goTo).not.toHaveBeenCalled()
    },
  )

  test('acts as a plain link on a prerendered page', () => {
    const { link, browser } = inApplication(null)
    fireEvent.click(link)
    expect(browser).toHaveBeenCalledOnce()
  })
})
