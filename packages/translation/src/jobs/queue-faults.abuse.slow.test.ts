import { expect, it } from 'vitest'
import { describeQueue } from '../../test-support/queue-context.js'
import { doneByTwo } from '../../test-support/two-workers.js'

describeQueue('a queue of the night', (queue) => {
  it('B14 two workers process each of 500 jobs exactly once', async () => {
    const { enqueuedIds, done } = await doneByTwo(queue, 500)
    expect(done.toSorted()).toEqual(enqueuedIds.toSorted())
  })
})
