// Injected before any script of the page: counts what reaches WebGL, times callbacks, samples frames while loading.
{
  const probe = {
    drawCalls: 0,
    triangles: 0,
    scriptMilliseconds: 0,
    /** Whether frames are captured; true while a model loads. */
    isCapturing: false,
    startedAt: 0,
    /** Frame of the empty viewer. */
    background: null,
    /** Milliseconds from the start to the first frame with content; null until then. */
    firstPixelAt: null,
    /** @type {[number, Uint8ClampedArray][]} milliseconds from the start, pixels */
    frames: [],
    /** Pending request of `captureNextFrame`. */
    frameRequest: null,
    /** Size of the frames captured while loading. */
    frameSize: { width: 96, height: 54 },
    /** Returns whether a frame has content; by default, whether it differs from the background. @type {((frame: Uint8ClampedArray) => boolean) | null} */
    hasContent: null,
    /** Selector of the measured canvases. */
    canvasSelector: 'canvas',
    /** Called on every draw. @type {(() => void) | null} */
    onDraw: null,
    /** Start time of the latest frame callback. */
    frameStartedAt: 0,
    requestFrame: window.requestAnimationFrame.bind(window),
  }
  window.benchProbe = probe

  /** Minimum interval of captures after the first pixel, because reading back pixels adds to the measured time. */
  const captureIntervalMilliseconds = 150
  const maxWaitMilliseconds = 5000
  const visibleDifference = 24
  const firstPixelRatio = 0.01

  const setTimeoutOriginal = window.setTimeout.bind(window)
  const countTriangles = (mode, count) => (mode === 4 ? count / 3 : mode === 5 || mode === 6 ? count - 2 : 0)
  const prototype = WebGL2RenderingContext.prototype
  const contexts = new Set()

  function countDraw(mode, count, instances = 1) {
    probe.drawCalls += 1
    probe.triangles += countTriangles(mode, count) * instances
    scheduleCapture()
  }

  /** Calls `before` with the parameters of a method, and `after` with its result. */
  function wrap(target, name, { before = () => {}, after = () => {} }) {
    const original = target[name]
    if (typeof original !== 'function') return
    target[name] = function (...parameters) {
      before(parameters)
      const result = original.apply(this, parameters)
      after(result, parameters)
      return result
    }
  }

  wrap(prototype, 'clear', { before: scheduleCapture })
  wrap(prototype, 'drawArrays', { before: ([mode, , count]) => countDraw(mode, count) })
  wrap(prototype, 'drawElements', { before: ([mode, count]) => countDraw(mode, count) })
  wrap(prototype, 'drawRangeElements', { before: ([mode, , , count]) => countDraw(mode, count) })
  wrap(prototype, 'drawArraysInstanced', { before: ([mode, , count, instances]) => countDraw(mode, count, instances) })
  wrap(prototype, 'drawElementsInstanced', {
    before: ([mode, count, , , instances]) => countDraw(mode, count, instances),
  })

  /** Counts a multi-draw: one call for the browser, many ranges for the GPU. */
  function countMultiDraw(mode, lists, drawCount) {
    let triangles = 0
    for (let index = 0; index < drawCount; index++) {
      const instances = lists.instances ? lists.instances[lists.instancesOffset + index] : 1
      triangles += countTriangles(mode, lists.counts[lists.countsOffset + index]) * instances
    }
    probe.drawCalls += 1
    probe.triangles += triangles
    scheduleCapture()
  }

  const multiDraws = {
    multiDrawArraysWEBGL: ([mode, , , counts, countsOffset, drawCount]) =>
      countMultiDraw(mode, { counts, countsOffset }, drawCount),
    multiDrawElementsWEBGL: ([mode, counts, countsOffset, , , , drawCount]) =>
      countMultiDraw(mode, { counts, countsOffset }, drawCount),
    multiDrawArraysInstancedWEBGL: ([mode, , , counts, countsOffset, instances, instancesOffset, drawCount]) =>
      countMultiDraw(mode, { counts, countsOffset, instances, instancesOffset }, drawCount),
    multiDrawElementsInstancedWEBGL: ([mode, counts, countsOffset, , , , instances, instancesOffset, drawCount]) =>
      countMultiDraw(mode, { counts, countsOffset, instances, instancesOffset }, drawCount),
  }
  const wrappedExtensions = new WeakSet()
  wrap(prototype, 'getExtension', {
    after(extension, [name]) {
      if (!extension || name !== 'WEBGL_multi_draw' || wrappedExtensions.has(extension)) return
      wrappedExtensions.add(extension)
      for (const [method, before] of Object.entries(multiDraws)) wrap(extension, method, { before })
    },
  })
  wrap(HTMLCanvasElement.prototype, 'getContext', {
    after(context) {
      if (context instanceof WebGL2RenderingContext) contexts.add(context)
    },
  })
  const area = (context) => context.canvas.width * context.canvas.height
  const isMeasured = ({ canvas }) => !(canvas instanceof HTMLCanvasElement) || canvas.matches(probe.canvasSelector)
  const mainContext = () => [...contexts].filter(isMeasured).sort((a, b) => area(b) - area(a))[0]

  /** Canvas contexts to copy to, by size; each is created once. */
  const copyContexts = new Map()
  function getCopyContext({ width, height }) {
    const key = `${width} ${height}`
    if (!copyContexts.has(key)) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      copyContexts.set(key, canvas.getContext('2d', { willReadFrequently: true }))
    }
    return copyContexts.get(key)
  }

  /** Captures the largest WebGL canvas in a given size; valid only in the task that drew it. */
  function captureFrame(size) {
    const context = mainContext()
    if (!context) return null
    const { width, height } = size
    const copy = getCopyContext(size)
    copy.fillStyle = '#fff'
    copy.fillRect(0, 0, width, height)
    copy.drawImage(context.canvas, 0, 0, width, height)
    return new Uint8ClampedArray(copy.getImageData(0, 0, width, height).data)
  }

  /** Computes the ratio of samples that differ visibly between two frames. */
  probe.computeDifference = (a, b) => {
    let differing = 0
    for (let at = 0; at < a.length; at += 4) {
      const sum = Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2])
      if (sum > visibleDifference) differing += 1
    }
    return (differing * 4) / a.length
  }

  /** Waits until all requested draws are complete: reading a pixel blocks, `finish` of a context does not. */
  probe.finish = () => {
    const context = mainContext()
    if (!context) return
    const bound = context.getParameter(context.READ_FRAMEBUFFER_BINDING)
    context.bindFramebuffer(context.READ_FRAMEBUFFER, null)
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
    context.bindFramebuffer(context.READ_FRAMEBUFFER, bound)
  }

  let isScheduled = false
  let lastCaptureAt = 0
  /** Captures after the drawing task and before the page is composited, the only time when a WebGL frame is readable. */
  function scheduleCapture() {
    probe.onDraw?.()
    if (isScheduled || (!probe.isCapturing && probe.frameRequest === null)) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      const now = performance.now()
      if (probe.frameRequest !== null) deliver(captureFrame(probe.frameRequest.size))
      else if (probe.firstPixelAt === null || now - lastCaptureAt >= captureIntervalMilliseconds) record(now)
    })
  }

  function deliver(frame) {
    const { resolve } = probe.frameRequest
    probe.frameRequest = null
    resolve(frame)
  }

  const isVisible = (frame) =>
    probe.background !== null && probe.computeDifference(probe.background, frame) > firstPixelRatio

  function record(now) {
    const frame = captureFrame(probe.frameSize)
    if (frame === null) return
    const hasContent = probe.hasContent ?? isVisible
    if (probe.firstPixelAt === null && hasContent(frame)) probe.firstPixelAt = now - probe.startedAt
    probe.frames.push([now - probe.startedAt, frame])
    lastCaptureAt = performance.now()
  }

  /** Captures the next frame that is drawn or cleared; null on timeout. */
  probe.captureNextFrame = (size = probe.frameSize) =>
    new Promise((resolve) => {
      const request = { resolve, size }
      probe.frameRequest = request
      setTimeoutOriginal(() => probe.frameRequest === request && deliver(null), maxWaitMilliseconds)
    })

  window.requestAnimationFrame = (callback) =>
    probe.requestFrame((time) => {
      const started = performance.now()
      probe.frameStartedAt = started
      callback(time)
      probe.scriptMilliseconds += performance.now() - started
    })
  window.setTimeout = (callback, delay, ...parameters) => {
    if (typeof callback !== 'function') return setTimeoutOriginal(callback, delay)
    return setTimeoutOriginal(() => {
      const drawCallsBefore = probe.drawCalls
      const started = performance.now()
      callback(...parameters)
      if (probe.drawCalls !== drawCallsBefore) probe.scriptMilliseconds += performance.now() - started
    }, delay)
  }
}
