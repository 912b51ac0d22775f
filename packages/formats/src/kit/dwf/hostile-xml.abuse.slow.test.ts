import { stopwatch } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { attribute, parseXml } from '@kamar/codecs/xml'

const maxMilliseconds = 10_000

it('E13 parseXml reads a million attributes in linear time', async () => {
  const attributes = Array.from({ length: 1_000_000 }, (_, at) => `a${at}="${at}"`).join(' ')
  const processorMilliseconds = stopwatch()
  const element = parseXml(new TextEncoder().encode(`<a ${attributes} last="1"/>`))
  expect(element === null || attribute(element, 'last') === '1').toBe(true)
  expect(processorMilliseconds()).toBeLessThan(maxMilliseconds)
})
