// Injected before any script of the page: counts what reaches WebGL, times callbacks, samples the picture while loading.
{
  const probe = {
    drawCalls: 0,
    triangles: 0,
    scriptMilliseconds: 0,
    /** Whether pictures are taken; on while a model loads. */
    watching: false,
    startedAt: 0,
    /** Picture of the empty viewer. */
    background: null,
    /** Milliseconds from the start to the first picture that shows something; null until then. */
    firstPixelAt: null,
    /** @type {[number, Uint8ClampedArray][]} milliseconds from the start, picture */
    pictures: [],
    /** Asked for by `nextPicture`. */
    wanted: null,
    /** Of the pictures that are taken while loading. */
    pictureSize: { width: 96, height: 54 },
    /** Whether a picture shows something; else one that differs from the background does. @type {((picture: Uint8ClampedArray) => boolean) | null} */
    shows: null,
    /** Which canvases count, as a selector. */
    stage: 'canvas',
    /** Called with every draw. @type {(() => void) | null} */
    drawn: null,
    /** When the newest callback of a frame began. */
    frameBegan: 0,
    requestFrame: window.requestAnimationFrame.bind(window),
  }
  window.benchProbe = probe

  /** After the first pixel a picture is taken at most this often: reading back costs the measured page time too. */
  const pictureIntervalMilliseconds = 150
  const longestWaitMilliseconds = 5000
  const visibleDifference = 24
  const firstPixelShare = 0.01

  const setTimeoutOriginal = window.setTimeout.bind(window)
  const trianglesOf = (mode, count) => (mode === 4 ? count / 3 : mode === 5 || mode === 6 ? count - 2 : 0)
  const prototype = WebGL2RenderingContext.prototype
  const contexts = new Set()

  function countDraw(mode, count, instances = 1) {
    probe.drawCalls += 1
    probe.triangles += trianglesOf(mode, count) * instances
    pictureSoon()
  }

  /** Lets `before` see the parameters of a method, and `after` its answer. */
  function wrap(target, name, { before = () => {}, after = () => {} }) {
    const original = target[name]
    if (typeof original !== 'function') return
    target[name] = function (...parameters) {
      before(parameters)
      const answer = original.apply(this, parameters)
      after(answer, parameters)
      return answer
    }
  }

  wrap(prototype, 'clear', { before: pictureSoon })
  wrap(prototype, 'drawArrays', { before: ([mode, , count]) => countDraw(mode, count) })
  wrap(prototype, 'drawElements', { before: ([mode, count]) => countDraw(mode, count) })
  wrap(prototype, 'drawRangeElements', { before: ([mode, , , count]) => countDraw(mode, count) })
  wrap(prototype, 'drawArraysInstanced', { before: ([mode, , count, instances]) => countDraw(mode, count, instances) })
  wrap(prototype, 'drawElementsInstanced', {
    before: ([mode, count, , , instances]) => countDraw(mode, count, instances),
  })

  /** Sums a multi-draw: one call for the browser, many ranges for the card. */
  function countMultiDraw(mode, lists, drawCount) {
    let triangles = 0
    for (let index = 0; index < drawCount; index++) {
      const instances = lists.instances ? lists.instances[lists.instancesOffset + index] : 1
      triangles += trianglesOf(mode, lists.counts[lists.countsOffset + index]) * instances
    }
    probe.drawCalls += 1
    probe.triangles += triangles
    pictureSoon()
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
  const counts = ({ canvas }) => !(canvas instanceof HTMLCanvasElement) || canvas.matches(probe.stage)
  const mainContext = () => [...contexts].filter(counts).sort((a, b) => area(b) - area(a))[0]

  /** Canvases to copy to, by size; made once. */
  const copies = new Map()
  function copyOf({ width, height }) {
    const key = `${width} ${height}`
    if (!copies.has(key)) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      copies.set(key, canvas.getContext('2d', { willReadFrequently: true }))
    }
    return copies.get(key)
  }

  /** The picture of the largest WebGL canvas in a given size; only right in the task that drew it. */
  function takePicture(size) {
    const context = mainContext()
    if (!context) return null
    const { width, height } = size
    const copy = copyOf(size)
    copy.fillStyle = '#fff'
    copy.fillRect(0, 0, width, height)
    copy.drawImage(context.canvas, 0, 0, width, height)
    return new Uint8ClampedArray(copy.getImageData(0, 0, width, height).data)
  }

  /** Share of samples that differ visibly between two pictures. */
  probe.difference = (a, b) => {
    let differing = 0
    for (let at = 0; at < a.length; at += 4) {
      const sum = Math.abs(a[at] - b[at]) + Math.abs(a[at + 1] - b[at + 1]) + Math.abs(a[at + 2] - b[at + 2])
      if (sum > visibleDifference) differing += 1
    }
    return (differing * 4) / a.length
  }

  /** Until everything that was asked for is drawn: `finish` of a context does not wait for that, reading a pixel does. */
  probe.finish = () => {
    const context = mainContext()
    if (!context) return
    const bound = context.getParameter(context.READ_FRAMEBUFFER_BINDING)
    context.bindFramebuffer(context.READ_FRAMEBUFFER, null)
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
    context.bindFramebuffer(context.READ_FRAMEBUFFER, bound)
  }

  let scheduled = false
  let lastPictureAt = 0
  /** After the task that draws, before the page composes: the only moment a WebGL picture can be read. */
  function pictureSoon() {
    probe.drawn?.()
    if (scheduled || (!probe.watching && probe.wanted === null)) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      const now = performance.now()
      if (probe.wanted !== null) deliver(takePicture(probe.wanted.size))
      else if (probe.firstPixelAt === null || now - lastPictureAt >= pictureIntervalMilliseconds) record(now)
    })
  }

  function deliver(picture) {
    const { resolve } = probe.wanted
    probe.wanted = null
    resolve(picture)
  }

  const differsFromBackground = (picture) =>
    probe.background !== null && probe.difference(probe.background, picture) > firstPixelShare

  function record(now) {
    const picture = takePicture(probe.pictureSize)
    if (picture === null) return
    const shows = probe.shows ?? differsFromBackground
    if (probe.firstPixelAt === null && shows(picture)) probe.firstPixelAt = now - probe.startedAt
    probe.pictures.push([now - probe.startedAt, picture])
    lastPictureAt = performance.now()
  }

  /** The picture of the next frame that is drawn or cleared; null when none comes in time. */
  probe.nextPicture = (size = probe.pictureSize) =>
    new Promise((resolve) => {
      const wanted = { resolve, size }
      probe.wanted = wanted
      setTimeoutOriginal(() => probe.wanted === wanted && deliver(null), longestWaitMilliseconds)
    })

  window.requestAnimationFrame = (callback) =>
    probe.requestFrame((time) => {
      const started = performance.now()
      probe.frameBegan = started
      callback(time)
      probe.scriptMilliseconds += performance.now() - started
    })
  window.setTimeout = (callback, delay, ...parameters) => {
    if (typeof callback !== 'function') return setTimeoutOriginal(callback, delay)
    return setTimeoutOriginal(() => {
      const drawnBefore = probe.drawCalls
      const started = performance.now()
      callback(...parameters)
      if (probe.drawCalls !== drawnBefore) probe.scriptMilliseconds += performance.now() - started
    }, delay)
  }
}
