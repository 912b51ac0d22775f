import { afterEach, expect, test, vi } from 'vitest'
import { collectPaletteTyping, takePaletteTyping } from './palette-typing.js'

const sendKey = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

afterEach(() => {
  takePaletteTyping()
  document.body.replaceChildren()
})

test('letters that are typed before the palette has its field are handed to it and run no command', () => {
  const command = vi.fn<() => void>()
  document.addEventListener('keydown', command)
  collectPaletteTyping()
  for (const key of ['d', 'o', 'p', 'Backspace', 'o', 'r']) expect(sendKey(key).defaultPrevented).toBe(true)
  expect(sendKey('k', { ctrlKey: true }).defaultPrevented).toBe(false)
  expect(command).toHaveBeenCalledTimes(1)
  expect(takePaletteTyping()).toBe('door')
  expect(sendKey('x').defaultPrevented).toBe(false)
  document.removeEventListener('keydown', command)
})

test('collecting ends by Escape, by a click and in the field of an open dialog', () => {
  document.body.innerHTML = '<div role="dialog"><input></div>'
  const endings = [
    () => sendKey('Escape'),
    () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    () => sendKey('b', {}, document.querySelector('input') ?? document.body),
  ]
  for (const end of endings) {
    collectPaletteTyping()
    sendKey('a')
    end()
    expect(sendKey('c').defaultPrevented).toBe(false)
    expect(takePaletteTyping()).toBe('')
  }
})
