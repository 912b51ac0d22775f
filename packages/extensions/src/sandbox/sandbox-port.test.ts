import { extensionLimits, type ExtensionPermission, type SandboxMessage } from '@kamar/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { readBlocks } from './panel-blocks.js'
import { readColor, readElements, readIconPath, readPoint } from './read-parameters.js'
import { type SandboxEnd, type SandboxMethod, SandboxPort } from './sandbox-port.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const close of cleanups.splice(0)) close()
})

function connect(granted: readonly ExtensionPermission[] = ['model']) {
  const { port1, port2 } = new MessageChannel()
  const messages: SandboxMessage[] = []
  const ends: [SandboxEnd, string][] = []
  const done: unknown[] = []
  let clock = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const methods = new Map<string, SandboxMethod>([
    ['model.selection', { permission: 'model', run: () => [7] }],
    ['elements.select', { permission: 'elements', run: (parameter) => void done.push(readElements(parameter)) }],
    ['model.slow', { permission: 'model', run: () => gate }],
    [
      'model.broken',
      {
        permission: 'model',
        run: () => {
          throw new TypeError('a token is in here')
        },
      },
    ],
  ])
  const port = new SandboxPort({
    ...{ port: port1, granted, methods, now: () => clock },
    started: () => undefined,
    ended: (end, reason) => ends.push([end, reason]),
  })
  port2.onmessage = (event: MessageEvent<SandboxMessage>) => messages.push(event.data)
  cleanups.push(() => {
    port.close()
    port2.close()
  })
  const settle = async (): Promise<void> => {
    for (let iteration = 0; iteration < 4; iteration++) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    port,
    messages,
    ends,
    done,
    settle,
    release,
    frame: port2,
    pass: (milliseconds: number) => {
      clock += milliseconds
    },
  }
}
const call = (method: string, parameter: unknown = null, id = 1) => ({ kind: 'call', id, method, parameter })

describe('sandbox call', () => {
  it('returns the result of its method', async () => {
    const { frame, messages, settle } = connect()
    frame.postMessage(call('model.selection', null, 12))
    await settle()
    expect(messages).toEqual([{ kind: 'answer', id: 12, ok: true, result: [7] }])
  })

  it('is rejected without the permission and has no effect', async () => {
    const { frame, messages, done, settle } = connect()
    frame.postMessage(call('elements.select', [1]))
    await settle()
    expect(messages).toEqual([{ kind: 'answer', id: 1, ok: false, reason: 'elements was not granted' }])
    expect(done).toEqual([])
  })

  it.each([call('page.cookie'), call('constructor'), call('__proto__')])(
    'is rejected for an unknown method: %j',
    async (message) => {
      const { frame, messages, settle } = connect()
      frame.postMessage(message)
      await settle()
      expect(messages).toMatchObject([{ ok: false }])
    },
  )

  it('hides the message of an internal error', async () => {
    const { frame, messages, settle } = connect()
    frame.postMessage(call('model.broken'))
    await settle()
    expect(messages).toEqual([{ kind: 'answer', id: 1, ok: false, reason: 'it did not work' }])
  })

  it.each([
    [[-1]],
    [[1.5]],
    ['1'],
    [{ length: 1 }],
    [Array.from({ length: extensionLimits.elementsPerCall + 1 }, () => 1)],
    [new Uint32Array(extensionLimits.elementsPerCall + 1)],
  ])('is rejected with an invalid parameter and has no effect', async (parameter) => {
    const { frame, messages, done, settle } = connect(['elements'])
    frame.postMessage(call('elements.select', parameter))
    await settle()
    expect(messages).toMatchObject([{ ok: false }])
    expect(done).toEqual([])
  })

  it('is rejected above the limit of open calls', async () => {
    const { frame, messages, settle, release } = connect()
    for (let id = 0; id < extensionLimits.openCalls + 3; id++) frame.postMessage(call('model.slow', null, id))
    await settle()
    expect(messages.map((message) => 'reason' in message && message.reason)).toEqual(
      Array.from({ length: 3 }, () => 'too many calls wait for an answer'),
    )
    release()
    await settle()
    expect(messages).toHaveLength(extensionLimits.openCalls + 3)
  })
})

describe('sandbox frame', () => {
  it('is disconnected after too many messages and receives no more', async () => {
    const { frame, port, ends, settle, messages } = connect()
    const messageCount = extensionLimits.messageBurst + extensionLimits.refusals + 100
    for (let id = 0; id < messageCount; id++) frame.postMessage(call('model.selection', null, id))
    await settle()
    expect(ends).toEqual([['flood', 'too many messages']])
    expect(port.isClosed).toBe(true)
    const receivedCount = messages.length
    port.emit('selectionChanged', {}, 'model')
    frame.postMessage(call('model.selection'))
    await settle()
    expect(messages).toHaveLength(receivedCount)
    expect(receivedCount).toBeLessThanOrEqual(extensionLimits.messageBurst)
  })

  it('can send any number of messages below the rate limit', async () => {
    const { frame, ends, settle, messages, pass } = connect()
    for (let round = 0; round < 4; round++) {
      for (let id = 0; id < extensionLimits.messageBurst; id++) frame.postMessage(call('model.selection', null, id))
      await settle()
      pass(1 + (extensionLimits.messageBurst / extensionLimits.messagesPerSecond) * 1000)
    }
    expect(ends).toEqual([])
    expect(messages).toHaveLength(4 * extensionLimits.messageBurst)
  })

  it.each([null, 7, 'call', [], {}, { kind: 'call' }, call('x'.repeat(65)), { ...call('model.selection'), id: 'x' }])(
    'is disconnected after repeated invalid messages: %j',
    async (message) => {
      const { frame, ends, settle, messages } = connect()
      for (let count = 0; count <= extensionLimits.refusals; count++) frame.postMessage(message)
      await settle()
      expect(ends).toMatchObject([['nonsense', expect.any(String)]])
      expect(messages).toEqual([])
    },
  )

  it('reports why it failed in at most 500 characters', async () => {
    const { frame, ends, settle } = connect()
    frame.postMessage({ kind: 'failed', reason: 'y'.repeat(10_000) })
    await settle()
    expect(ends).toEqual([['failed', 'y'.repeat(500)]])
  })

  it('receives only events that its permissions allow', async () => {
    const { port, settle, messages } = connect(['model'])
    port.emit('selectionChanged', { elements: [1] }, 'model')
    port.emit('cameraChanged', {}, 'camera')
    port.emit('themeChanged', { theme: 'dark' }, null)
    await settle()
    expect(messages.map((message) => 'name' in message && message.name)).toEqual(['selectionChanged', 'themeChanged'])
  })
})

describe('sandbox call parameter', () => {
  it('is read in its documented shape', () => {
    expect(readElements(Uint32Array.of(3, 4))).toEqual([3, 4])
    expect(readPoint([1, 2, 3])).toEqual([1, 2, 3])
    expect(readColor([255, 0, 0], 0.5)).toEqual({ rgb: [255, 0, 0], opacity: 0.5 })
    expect(readIconPath('M4 5h16v11H9l-5 4z')).toBe('M4 5h16v11H9l-5 4z')
  })
  it.each([
    () => readPoint([1, 2]),
    () => readPoint([1, 2, Number.NaN]),
    () => readPoint([1, 2, Infinity]),
    () => readColor([1, 2, 256], undefined),
    () => readColor([1, 2], undefined),
    () => readIconPath('M0 0"/><script>'),
    () => readBlocks([{ kind: 'html', text: '<b>' }]),
    () => readBlocks([{ kind: 'bar', id: 'a', text: 'a', share: 2 }]),
    () => readBlocks([{ kind: 'bar', id: 'a', text: 'a', share: 1, color: 'url(https://example.com)' }]),
    () => readBlocks([{ kind: 'rows', rows: [['only one']] }]),
    () => readBlocks([{ kind: 'text', text: 'x'.repeat(2001) }]),
    () => readBlocks(Array.from({ length: 201 }, () => ({ kind: 'text', text: '' }))),
  ])('is rejected in another shape: %s', (read) => expect(read).toThrow(RangeError))
})
