import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { Panel } from './panel.js'

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

describe('the focus, when a panel closes', () => {
  test('goes back to what opened it, also where the panel took it at once', async () => {
    const { user } = await renderPart(<Page />)
    for (const name of ['Tree', 'Search']) {
      await user.click(getButton(`Open ${name}`))
      await user.click(getButton('Collapse panel'))
      expect(document.activeElement).toBe(getButton(`Open ${name}`))
    }
  })

  test('goes to what opened the panel that stands there now', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.click(getButton('Open Search'))
    await user.click(getButton('Collapse panel'))
    expect(document.activeElement).toBe(getButton('Open Search'))
  })

  test('goes to the page where what opened it is at rest', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.click(getButton('To sets'))
    await user.click(getButton('Collapse panel'))
    expect(document.activeElement).toBe(document.getElementById('content'))
  })

  test('Escape on a button whose tip is shown closes the panel at once', async () => {
    const { user } = await renderPart(<Page />)
    await user.click(getButton('Open Tree'))
    await user.tab()
    for (let tabs = 0; document.activeElement !== getButton('Collapse panel') && tabs < 5; tabs += 1) await user.tab()
    expect(await screen.findByRole('tooltip')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement).toBe(getButton('Open Tree'))
  })

  test('Escape closes it, except in a field', async () => {
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
