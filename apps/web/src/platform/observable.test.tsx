import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createObservable, useObservable } from './observable.js'

afterEach(cleanup)

describe('observable', () => {
  test('notifies listeners only of changes', () => {
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

  test('updates components that use it', () => {
    const word = createObservable('stone')
    const Word = () => <p>{useObservable(word)}</p>
    render(<Word />)
    expect(screen.getByText('stone')).toBeTruthy()
    act(() => word.set('arch'))
    expect(screen.getByText('arch')).toBeTruthy()
  })
})
