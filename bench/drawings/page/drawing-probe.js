// Injected after the model probe: when lines become visible, and the cost of a frame under mouse and wheel input.
{
  const probe = window.benchProbe
  const minColorDistance = 24
  /** Minimum ratio of the frame that lines have to cover. */
  const minCoverage = 0.0005
  const maxDifference = 0.01
  const stillMilliseconds = 1500

  probe.frameSize = { width: 480, height: 270 }
  probe.startedAt = 0

  const getColor = (frame, at) => (frame[at] << 16) | (frame[at + 1] << 8) | frame[at + 2]

  /** Returns the most frequent color, which is that of the paper. */
  function findBackgroundColor(frame) {
    const counts = new Map()
    for (let at = 0; at < frame.length; at += 4) {
      const color = getColor(frame, at)
      counts.set(color, (counts.get(color) ?? 0) + 1)
    }
    return [...counts].reduce((max, each) => (each[1] > max[1] ? each : max))[0]
  }

  /** Returns for each pixel 1 if it differs from the background, else 0. */
  function createContentMask(frame) {
    const background = findBackgroundColor(frame)
    const [red, green, blue] = [background >> 16, (background >> 8) & 255, background & 255]
    const mask = new Uint8Array(frame.length / 4)
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const at = pixel * 4
      const distance = Math.abs(frame[at] - red) + Math.abs(frame[at + 1] - green) + Math.abs(frame[at + 2] - blue)
      mask[pixel] = distance > minColorDistance ? 1 : 0
    }
    return mask
  }

  /** Returns the ratio of a frame that differs from its background. */
  const computeCoverage = (frame) =>
    createContentMask(frame).reduce((sum, value) => sum + value, 0) / (frame.length / 4)

  probe.hasContent = (frame) => computeCoverage(frame) > minCoverage

  /** Returns whether a pixel or a neighbour has content, so that antialiasing makes no difference. */
  function isNear(mask, pixel) {
    const { width } = probe.frameSize
    for (const row of [pixel - width, pixel, pixel + width])
      if (mask[row - 1] === 1 || mask[row] === 1 || mask[row + 1] === 1) return true
    return false
  }

  /** Returns the ratio of content that is computeDifference from or additional to the final frame. */
  function computeDifference(frame, last) {
    const [actual, expected] = [createContentMask(frame), createContentMask(last)]
    let covered = 0
    let differing = 0
    for (let pixel = 0; pixel < expected.length; pixel++) {
      covered += expected[pixel]
      if (expected[pixel] === 1 && !isNear(actual, pixel)) differing += 1
      if (actual[pixel] === 1 && !isNear(expected, pixel)) differing += 1
    }
    return differing / Math.max(covered, 1)
  }

  // Viewers draw either at once or in the next animation frame, so a frame starts at the later of the event and the callback.
  for (const kind of ['wheel', 'pointermove', 'mousemove'])
    window.addEventListener(kind, () => (probe.frameStartedAt = performance.now()), { capture: true, passive: true })

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  /** Waits until no new frame is drawn. `redraw` draws the same frame again. */
  async function measureOpening(redraw) {
    while (probe.firstPixelAt === null || performance.now() - (probe.frames.at(-1)?.[0] ?? 0) < stillMilliseconds)
      await pause(100)
    const request = probe.captureNextFrame()
    redraw()
    const last = (await request) ?? probe.frames.at(-1)[1]
    let completeAt = null
    for (const [time, frame] of [...probe.frames].reverse()) {
      if (computeDifference(frame, last) > maxDifference) break
      completeAt = time
    }
    probe.isCapturing = false
    return {
      firstMilliseconds: probe.firstPixelAt,
      completeMilliseconds: completeAt ?? probe.frames.at(-1)[0],
      coverage: computeCoverage(last),
    }
  }

  /** @type {{ scriptMilliseconds: number, totalMilliseconds: number }[] | null} */
  let timings = null
  let isCounted = false

  /** Measures each drawing task once: the time of the script, and the total until a pixel can be read. */
  function countFrame() {
    if (timings === null || isCounted) return
    isCounted = true
    queueMicrotask(() => {
      isCounted = false
      const scriptMilliseconds = performance.now() - probe.frameStartedAt
      probe.finish()
      timings?.push({ scriptMilliseconds, totalMilliseconds: performance.now() - probe.frameStartedAt })
    })
  }
  window.benchDrawing = {
    measureOpening,
    startFrames() {
      timings = []
      probe.onDraw = countFrame
    },
    getFrameCount: () => timings?.length ?? 0,
    takeFrames() {
      const measured = timings
      timings = null
      probe.onDraw = null
      return measured
    },
  }
}
