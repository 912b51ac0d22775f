import type { ElementChange } from '@kamar/comparison'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { renderPart } from '../../../../testing/render-app.js'
import { ChangeStepper } from './change-stepper.js'

const changes = [3, 4, 5].map((element): ElementChange => ({
  kind: 'changed',
  before: element,
  after: element,
  parts: 1,
}))

afterEach(cleanUpPage)

async function renderStepper(listed: readonly ElementChange[], first: ElementChange | null = null) {
  function Stepper() {
    const [current, setCurrent] = useState(first)
    return <ChangeStepper changes={listed} current={current} onChoose={setCurrent} onIssue={null} />
  }
  return renderPart(<Stepper />)
}

const position = () => screen.getByRole('status').textContent
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next change' })
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous change' })

describe('stepper of changes', () => {
  test('begins with the first change forwards and with the last one backwards', async () => {
    const { user, unmount } = await renderStepper(changes)
    expect(position()).toBe('– / 3')
    await user.click(next())
    expect(position()).toBe('1 / 3')
    unmount()
    const { user: other } = await renderStepper(changes)
    await other.click(previous())
    expect(position()).toBe('3 / 3')
  })

  test('continues at the other end from the keyboard', async () => {
    const { user } = await renderStepper(changes, changes[2])
    next().focus()
    await user.keyboard('{Enter}')
    expect(position()).toBe('1 / 3')
    previous().focus()
    await user.keyboard(' ')
    expect(position()).toBe('3 / 3')
    expect(screen.getByRole('status', { name: 'Change 3 / 3' })).toBeTruthy()
  })

  test('begins anew when the change in view is not in the list', async () => {
    const { user } = await renderStepper(changes.slice(1), changes[0])
    expect(position()).toBe('– / 2')
    await user.click(next())
    expect(position()).toBe('1 / 2')
  })

  test('has nowhere to go in an empty list', async () => {
    await renderStepper([])
    expect([position(), next().disabled, previous().disabled]).toEqual(['– / 0', true, true])
  })

  test('offers no issue to those who may not write', async () => {
    await renderStepper(changes, changes[0])
    expect(screen.queryByRole('button', { name: 'Issue of this change' })).toBeNull()
  })
})
