import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { Panel } from './panel/panel.js'

afterEach(cleanUpPage)

function Page() {
  const [panel, setPanel] = useState<string | null>(null)
  return (
    <main id="content" tabIndex={-1}>
      {['Tree', 'Search'].map((name) => (
        <button key={name} type="button" disabled={name === 'Tree' && panel === 'Sets'} onClick={() => setPanel(name)}>
          Open {name}
        </button>
      ))}
      {panel ? (
        <Panel
          title={panel}
          side="left"
          width={300}
          asSheet={false}
          onWidth={() => undefined}
          onClose={() => setPanel(null)}
        >
          <input aria-label="Words" ref={(field) => (panel === 'Search' ? field?.focus() : undefined)} />
          <button type="button" onClick={() => setPanel('Sets')}>
            To sets
          </button>
        </Panel>
      ) : null}
    </main>
  )
}

const getButton = (name: string) => screen.getByRole('button', { name })

describe('side panel', () => {
  test('returns focus to its opener on closing, even if it took focus at once', async () => {
    const { user } = await renderPart(<Page />)
    for (const name of ['Tree', 'Search']) {
      await user.click(getButton(`Open ${name}`))
      await user.click(getButton('Collapse panel'))
      expect(document.activeElement).toBe(getButton(`Open ${name}`))
    }
  })

  test('returns focus to the opener of the current panel', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.click(getButton('Open Search'))
    await user.click(getButton('Collapse panel'))
    expect(document.activeElement).toBe(getButton('Open Search'))
  })

  test('moves focus to the page content when its opener is disabled', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.click(getButton('To sets'))
    await user.click(getButton('Collapse panel'))
    expect(document.activeElement).toBe(document.getElementById('content'))
  })

  test('closes at once on Escape on a button whose tooltip is shown', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.tab()
    for (let tabs = 0; document.activeElement !== getButton('Collapse panel') && tabs < 5; tabs += 1) await user.tab()
    expect(await screen.findByRole('tooltip')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement).toBe(getButton('Open Tree'))
  })

  test('closes on Escape, except in a text field', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Search'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).not.toBeNull()
    getButton('To sets').focus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement).toBe(getButton('Open Search'))
  })
})
