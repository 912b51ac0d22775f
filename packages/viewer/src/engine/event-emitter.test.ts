import { describe, expect, it } from 'vitest'
import { asViewerError, ViewerError } from './errors.js'
import { EventEmitter } from './event-emitter.js'

describe('EventEmitter', () => {
  it('calls listeners in order until they unsubscribe', () => {
    const events = new EventEmitter<{ one: number; two: string }>()
    const received: unknown[] = []
    const end = events.on('one', (data) => received.push(data))
    const listener = (data: number): void => void received.push(-data)
    events.on('one', listener)
    events.on('two', (data) => received.push(data))
    events.emit('one', 1)
    end()
    events.emit('one', 2)
    events.off('one', listener)
    events.emit('one', 3)
    events.emit('two', 'x')
    events.clear()
    events.emit('two', 'y')
    expect(received).toEqual([1, -1, -2, 'x'])
  })

  it('allows a listener to unsubscribe during an event', () => {
    const events = new EventEmitter<{ one: number }>()
    const received: number[] = []
    const end = events.on('one', (data) => {
      received.push(data)
      end()
    })
    events.on('one', (data) => received.push(data * 10))
    events.emit('one', 1)
    events.emit('one', 2)
    expect(received).toEqual([1, 10, 20])
  })
})

describe('ViewerError', () => {
  it('keeps code, detail and cause', () => {
    const cause = new TypeError('x')
    const error = asViewerError(cause, 'fetch-failed', 'scene/000.bin')
    expect([error.code, error.detail, error.message, error.cause]).toEqual([
      'fetch-failed',
      'scene/000.bin',
      'fetch-failed: scene/000.bin',
      cause,
    ])
    const viewerError = new ViewerError('cancelled')
    expect(asViewerError(viewerError, 'fetch-failed')).toBe(viewerError)
    expect(viewerError.message).toBe('cancelled')
  })
})
