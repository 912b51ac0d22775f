import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createObservable, useObservable } from './observable.js'

afterEach(cleanup)

describe('an observable', () => {
  test('tells listeners of changes only', () => {
    const number = createObservable(1)
    const listener = vi.fn()
    const stop = number.subscribe(listener)
    number.set(1)
    number.set((current) => current + 1)
    expect(number.get()).toBe(2)
    expect(listener).toHaveBeenCalledOnce()
    stop()
    number.set(3)
    expect(listener).toHaveBeenCalledOnce()
  })

  test('is followed by components', () => {
    const word = createObservable('stone')
    const Word = () => <p>{useObservable(word)}</p>
    render(<Word />)
    expect(screen.getByText('stone')).toBeTruthy()
    act(() => word.set('arch'))
    expect(screen.getByText('arch')).toBeTruthy()
  })
})
