import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { createTranslationEvents, type TranslationEvent } from './translation-events.js'

const event = (changes: Partial<TranslationEvent>): TranslationEvent => ({
  translationId: 't',
  state: 'running',
  progress: 0,
  stage: 'reading',
  manifestRevision: 0,
  cancelRequested: false,
  ...changes,
})

function record() {
  const events = createTranslationEvents()
  const receivedEvents: TranslationEvent[] = []
  const stop = events.subscribe((event) => receivedEvents.push(event))
  return { events, receivedEvents, stop }
}

describe('translation event bus', () => {
  it('delivers events to each subscriber until it unsubscribes', () => {
    const { events, receivedEvents, stop } = record()
    const second: TranslationEvent[] = []
    events.subscribe((event) => second.push(event))
    events.publish(event({ progress: 1 }))
    stop()
    events.publish(event({ progress: 2 }))
    expect(receivedEvents.map((event) => event.progress)).toEqual([1])
    expect(second.map((event) => event.progress)).toEqual([1, 2])
  })

  it('drops events that are older than the last one', () => {
    const { events, receivedEvents } = record()
    for (const progress of [10, 40, 20, 50]) events.publish(event({ progress }))
    events.publish(event({ progress: 60, manifestRevision: 2 }))
    events.publish(event({ progress: 60, manifestRevision: 1 }))
    expect(receivedEvents.map((event) => event.progress)).toEqual([10, 40, 50, 60])
  })

  it('restarts the progress of a translation that is queued again', () => {
    const { events, receivedEvents } = record()
    events.publish(event({ progress: 70 }))
    events.publish(event({ progress: 70, state: 'failed' }))
    events.publish(event({ state: 'queued' }))
    events.publish(event({ progress: 5 }))
    expect(receivedEvents.map((event) => [event.state, event.progress])).toEqual([
      ['running', 70],
      ['failed', 70],
      ['queued', 0],
      ['running', 5],
    ])
  })

  it('never lets progress fall with random events', () => {
    const seed = Date.now() % 100_000
    const random = seededRandom(seed)
    const { events, receivedEvents } = record()
    for (let count = 0; count < 2_000; count++)
      events.publish(event({ translationId: `t${Math.floor(random() * 3)}`, progress: Math.floor(random() * 100) }))
    for (const id of ['t0', 't1', 't2']) {
      const progress = receivedEvents.filter((event) => event.translationId === id).map((event) => event.progress)
      expect(progress, `seed ${seed}`).toEqual(progress.toSorted((a, b) => a - b))
    }
  })
})
