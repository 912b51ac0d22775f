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
  const heard: TranslationEvent[] = []
  const stop = events.subscribe((news) => heard.push(news))
  return { events, heard, stop }
}

describe('translation events', () => {
  it('reach every listener until it stops listening', () => {
    const { events, heard, stop } = record()
    const second: TranslationEvent[] = []
    events.subscribe((news) => second.push(news))
    events.publish(event({ progress: 1 }))
    stop()
    events.publish(event({ progress: 2 }))
    expect(heard.map((news) => news.progress)).toEqual([1])
    expect(second.map((news) => news.progress)).toEqual([1, 2])
  })

  it('drop news that is older than what was said', () => {
    const { events, heard } = record()
    for (const progress of [10, 40, 20, 50]) events.publish(event({ progress }))
    events.publish(event({ progress: 60, manifestRevision: 2 }))
    events.publish(event({ progress: 60, manifestRevision: 1 }))
    expect(heard.map((news) => news.progress)).toEqual([10, 40, 50, 60])
  })

  it('start over with a translation that is asked for again', () => {
    const { events, heard } = record()
    events.publish(event({ progress: 70 }))
    events.publish(event({ progress: 70, state: 'failed' }))
    events.publish(event({ state: 'queued' }))
    events.publish(event({ progress: 5 }))
    expect(heard.map((news) => [news.state, news.progress])).toEqual([
      ['running', 70],
      ['failed', 70],
      ['queued', 0],
      ['running', 5],
    ])
  })

  it('never let progress fall, whatever is published', () => {
    const seed = Date.now() % 100_000
    const random = seededRandom(seed)
    const { events, heard } = record()
    for (let count = 0; count < 2_000; count++)
      events.publish(event({ translationId: `t${Math.floor(random() * 3)}`, progress: Math.floor(random() * 100) }))
    for (const id of ['t0', 't1', 't2']) {
      const progress = heard.filter((news) => news.translationId === id).map((news) => news.progress)
      expect(progress, `seed ${seed}`).toEqual(progress.toSorted((a, b) => a - b))
    }
  })
})
