// Injected with the probe: the steps of one measurement, the same for every viewer (`window.peer`).
{
  const probe = window.benchProbe
  const twoFrames = () => new Promise((resolve) => probe.requestFrame(() => probe.requestFrame(() => resolve())))
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const checkIntervalMilliseconds = 200
  const stableChecks = 8
  const maxSettlingMilliseconds = 45_000
  const stillDifference = 0.002
  const finishedDifference = 0.01

  const setCamera = (camera) => window.peer.setCamera(camera.eye, camera.target, camera.up)

  /** Returns whether the latest two frames are equal and the viewer is idle. */
  function isStill(framesBefore) {
    if (window.peer.isBusy?.()) return false
    if (probe.frames.length === framesBefore) return true
    const [previous, latest] = probe.frames.slice(-2)
    return latest !== undefined && probe.computeDifference(previous[1], latest[1]) < stillDifference
  }

  async function settle() {
    const started = performance.now()
    let stable = 0
    while (stable < stableChecks && performance.now() - started < maxSettlingMilliseconds) {
      const framesBefore = probe.frames.length
      await pause(checkIntervalMilliseconds)
      stable = isStill(framesBefore) ? stable + 1 : 0
    }
  }

  /** Captures a frame of a camera. */
  async function captureView(camera) {
    const frame = probe.captureNextFrame()
    setCamera(camera)
    return await frame
  }

  /** Computes the time in milliseconds after which every frame is within 1 % of the final one. */
  function computeCompleteMilliseconds(last) {
    if (last === null) return null
    let complete = null
    for (const [time, frame] of [...probe.frames].reverse()) {
      if (probe.computeDifference(frame, last) > finishedDifference) break
      complete = time
    }
    return complete
  }

  /** Loads without a camera, only to read the bounds of the model. */
  async function findBounds(model) {
    await window.peer.load(model)
    return window.peer.getBounds()
  }

  /** Sets the camera and captures the viewer without a model. */
  async function prepare(camera) {
    probe.background = await captureView(camera)
    await twoFrames()
    return probe.background !== null
  }

  async function load(model) {
    probe.frames.length = 0
    probe.startedAt = performance.now()
    probe.isCapturing = true
    await window.peer.load(model)
    const promiseMilliseconds = performance.now() - probe.startedAt
    await settle()
    probe.isCapturing = false
    return { promiseMilliseconds }
  }

  /** Returns the times of the first and of the final visible content. */
  async function computeFrameTimings(camera) {
    // Drawn again because the last frame while loading may not have been captured.
    const last = (await captureView(camera)) ?? probe.frames.at(-1)?.[1] ?? null
    const [latestTime] = probe.frames.at(-1) ?? [null]
    return {
      firstPixelMilliseconds: probe.firstPixelAt,
      visual99Milliseconds: computeCompleteMilliseconds(last) ?? latestTime,
      pictures: probe.frames.length,
    }
  }

  const median = (values) => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1]

  /** Sets a camera and returns the milliseconds until its frame is complete with all effects of a still frame. */
  async function step(camera) {
    const drawCallsBefore = probe.drawCalls
    const started = performance.now()
    setCamera(camera)
    if (probe.drawCalls !== drawCallsBefore) probe.scriptMilliseconds += performance.now() - started
    for (let frame = 0; frame < 60; frame++) {
      await twoFrames()
      if (probe.drawCalls !== drawCallsBefore) break
    }
    await window.peer.waitUntilStill?.()
    probe.finish()
    return performance.now() - started
  }

  const oneFrame = () => new Promise((resolve) => probe.requestFrame(() => resolve()))

  /** Sets a new camera with every frame of the browser, as mouse input does. */
  async function move(cameras) {
    const before = { draws: probe.drawCalls, triangles: probe.triangles, script: probe.scriptMilliseconds }
    const started = performance.now()
    for (const { eye, target, up } of cameras) {
      const drawCallsBefore = probe.drawCalls
      const set = performance.now()
      ;(window.peer.move ?? window.peer.setCamera)(eye, target, up)
      if (probe.drawCalls !== drawCallsBefore) probe.scriptMilliseconds += performance.now() - set
      await oneFrame()
    }
    probe.finish()
    const perStep = (value) => value / cameras.length
    return {
      frameMilliseconds: perStep(performance.now() - started),
      drawCalls: perStep(probe.drawCalls - before.draws),
      triangles: perStep(probe.triangles - before.triangles),
      scriptMilliseconds: perStep(probe.scriptMilliseconds - before.script),
    }
  }

  async function orbit({ cameras, moving = false }) {
    if (moving) return move(cameras)
    const wall = []
    const drawCalls = []
    const triangles = []
    const scriptBefore = probe.scriptMilliseconds
    for (const camera of cameras) {
      const before = { draws: probe.drawCalls, triangles: probe.triangles }
      wall.push(await step(camera))
      drawCalls.push(probe.drawCalls - before.draws)
      triangles.push(probe.triangles - before.triangles)
    }
    return {
      frameMilliseconds: median(wall),
      drawCalls: median(drawCalls),
      triangles: median(triangles),
      scriptMilliseconds: (probe.scriptMilliseconds - scriptBefore) / cameras.length,
    }
  }

  /** Counts the draw calls without input. */
  async function idle(milliseconds) {
    const before = probe.drawCalls
    await pause(milliseconds)
    return probe.drawCalls - before
  }

  /** Cuts the model by a plane and waits for the section caps. */
  async function cut(plane) {
    await window.peer.cut(plane.point, plane.normal)
    for (let check = 0; check < 100 && window.peer.isBusy?.(); check++) await pause(100)
    await pause(500)
  }

  /** Restores the render effects that `coverage` hides. */
  function showEffects() {
    window.peer.showEffects?.()
  }

  /**
   * Answers repeated requests with copies of the first response. The browser keeps the body of every response for the
   * debugging protocol that Playwright enables: 7 MB for each load of the clinic, which no viewer can release.
   */
  function storeResponses() {
    const stored = new Map()
    const fetchOriginal = window.fetch.bind(window)
    window.fetch = async (url, options) => {
      const key = url.href ?? url
      if (!stored.has(key)) {
        const response = await fetchOriginal(url, options)
        if (!response.ok) return response
        stored.set(key, await response.arrayBuffer())
      }
      return new Response(stored.get(key).slice(0))
    }
    window.benchProcedures.sumStoredMegabytes = () =>
      [...stored.values()].reduce((sum, { byteLength }) => sum + byteLength, 0) / 2 ** 20
  }

  async function unload() {
    await window.peer.unload()
    await pause(200)
  }

  /** Picks a grid of 16 × 10 points from rest; stops after 40 s. */
  async function pickGrid(camera) {
    setCamera(camera)
    await twoFrames()
    await pause(600)
    const times = []
    const hits = []
    const started = performance.now()
    for (let point = 0; point < 160 && performance.now() - started < 40_000; point++) {
      const before = performance.now()
      const hit = await window.peer.pick(160 + (point % 16) * 64, 100 + Math.floor(point / 16) * 56)
      times.push(performance.now() - before)
      if (hit !== null && hit !== undefined) hits.push(String(hit))
    }
    const sorted = [...times].sort((a, b) => a - b)
    return {
      firstMilliseconds: times[0],
      medianMilliseconds: median(times),
      p95Milliseconds: sorted[Math.floor(sorted.length * 0.95)],
      picks: times.length,
      hits: hits.length,
      distinct: new Set(hits).size,
    }
  }

  /** Returns the ratio of covered pixels of the full frame, because a viewer that omits thin objects draws faster. */
  async function coverage(camera) {
    window.peer.hideEffects?.()
    const request = probe.captureNextFrame({ width: 1280, height: 720 })
    setCamera(camera)
    const frame = await request
    return frame === null ? null : probe.computeDifference(frame, new Uint8ClampedArray(frame.length).fill(255))
  }

  window.benchProcedures = {
    findBounds,
    prepare,
    load,
    unload,
    computeFrameTimings,
    orbit,
    idle,
    cut,
    showEffects,
    storeResponses,
    pickGrid,
    coverage,
  }
}
