import { ApiError } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cleanUpPage } from '../testing/clean-up.js'
import { renderPart } from '../testing/render-app.js'
import { Button } from './design/button.js'
import { useAsyncAction } from './use-async-action.js'

afterEach(cleanUpPage)

const refused = (): ApiError =>
  new ApiError(409, { status: 409, code: 'already-exists', message: 'This already exists' })

function Part({ inPlace, action }: { inPlace: boolean; action: () => Promise<unknown> }) {
  const { busy, error, begin } = useAsyncAction({ inPlace })
  return (
    <>
      <Button busy={busy} onClick={() => begin(action)}>
        Do it
      </Button>
      <p data-testid="problem">{error}</p>
    </>
  )
}

const button = (): HTMLElement => screen.getByRole('button', { name: 'Do it' })

test('useAsyncAction marks its button as busy and shows a failure as toast', async () => {
  let fail = (_error: unknown): void => undefined
  const action = () => new Promise((_, reject) => (fail = reject))
  const { user } = await renderPart(<Part inPlace={false} action={action} />)
  await user.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  fail(refused())
  await screen.findByText('This already exists')
  expect(screen.getByTestId('problem').textContent).toBe('')
  expect(button().getAttribute('aria-busy')).toBeNull()
})

test('useAsyncAction in a form shows the error in place until the next attempt', async () => {
  let isRefused = true
  const action = () => (isRefused ? Promise.reject(refused()) : Promise.resolve())
  const { user } = await renderPart(<Part inPlace action={action} />)
  await user.click(button())
  await waitFor(() => expect(screen.getByTestId('problem').textContent).toBe('This already exists'))
  expect(screen.getAllByText('This already exists')).toHaveLength(1)
  isRefused = false
  await user.click(button())
  await waitFor(() => expect(screen.getByTestId('problem').textContent).toBe(''))
})
