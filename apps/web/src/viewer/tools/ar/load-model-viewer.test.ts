import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createModelViewer, loadModelViewer } from './load-model-viewer.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('model-viewer loader', () => {
  test('retries a failed load after 200 ms', async () => {
    const load = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('network')).mockResolvedValue()
    const loaded = loadModelViewer(load)
    await vi.advanceTimersByTimeAsync(199)
    expect(load).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    await loaded
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('fails after the second failed load', async () => {
    const load = vi.fn<() => Promise<void>>().mockRejectedValue(new TypeError('network'))
    const outcome = loadModelViewer(load).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(200)
    expect(await outcome).toBeInstanceOf(TypeError)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('sets decoder paths on this server before it loads', async () => {
    let globalElement: unknown
    await loadModelViewer(() => {
      globalElement = (globalThis as { ModelViewerElement?: unknown }).ModelViewerElement
      return Promise.resolve()
    })
    expect(globalElement).toEqual({
      dracoDecoderLocation: '/decoders/',
      meshoptDecoderLocation: '/decoders/meshopt.js',
    })
  })

  test('adopts the style as a stylesheet and removes the default AR button', () => {
    customElements.define(
      'model-viewer',
      class extends HTMLElement {
        constructor() {
          super()
          this.attachShadow({ mode: 'open' }).innerHTML =
            '<template>canvas { display: none }</template><a id="default-ar-button" tabindex="2">AR</a><canvas></canvas>'
        }
      },
    )
    const root = createModelViewer().shadowRoot
    expect(root?.adoptedStyleSheets).toHaveLength(1)
    expect(root?.querySelector('#default-ar-button')).toBeNull()
  })
})
