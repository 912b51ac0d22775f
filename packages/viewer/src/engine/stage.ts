import type { Box } from '@kamar/package-format/read'
import type { CameraView, FrameStatistics, PickResult, Point, Theme, ViewerLabels, ViewerOptions } from './types.js'
import type { Support } from './camera/fit.js'
import { ViewerCamera } from './camera/viewer-camera.js'
import { FrameLoop } from './frame-loop.js'
import { Gestures, type ScreenPoint, type Click } from './interaction/gestures.js'
import { Navigation } from './interaction/navigation.js'
import { colorsByTheme, type ViewerColors } from './render/viewer-colors.js'
import { RenderScheduler } from './render/render-scheduler.js'
import { SceneRenderer } from './render/scene-renderer.js'
import type { ElementStates } from './store/element-states.js'
import type { ViewCube } from './view-cube/view-cube.js'
import { ViewerSurface } from './viewer-surface.js'

const defaultFlightMilliseconds = 280

/** Callbacks of the stage to the viewer. */
export interface StageHost {
  readonly states: ElementStates
  bounds(): Box | null
  computeSupport(elements: Iterable<number> | null): Support | null
  pick(position: ScreenPoint): PickResult | null
  click(click: Click): void
  cameraChanged(view: CameraView): void
  /** Called once per requested browser frame; null if nothing had to be drawn. */
  frameDrawn(statistics: FrameStatistics | null): void
  contextLost(): void
  contextRestored(): void
}

/** Settings of a stage. */
export interface StageSettings {
  readonly options: ViewerOptions
  readonly labels: ViewerLabels
  /** By default the WebGL renderer. */
  readonly createRenderer?: ((canvas: HTMLCanvasElement, colors: ViewerColors) => SceneRenderer) | undefined
}

/** Everything between the page and the frame: canvas, renderer, camera, gestures, view cube, scheduling. */
export class Stage {
  readonly surface: ViewerSurface
  readonly renderer: SceneRenderer
  readonly camera: ViewerCamera
  readonly scheduler: RenderScheduler
  readonly navigation: Navigation
  readonly #host: StageHost
  readonly #options: ViewerOptions
  readonly #loop: FrameLoop
  readonly #gestures: Gestures
  #cube: ViewCube | null = null
  readonly #abort = new AbortController()
  #theme: Theme
  #labels: ViewerLabels
  #notifiedPose: object | null = null
  #warmUp: ReturnType<typeof setTimeout> | undefined

  /** Throws `webgl-not-supported`. */
  constructor(container: HTMLElement, host: StageHost, settings: StageSettings) {
    const { options, labels } = settings
    this.#host = host
    this.#options = options
    this.#theme = options.theme ?? 'light'
    this.surface = new ViewerSurface(container, {
      label: labels.canvas,
      pixelRatio: options.pixelRatio,
      resized: () => this.#resized(),
    })
    const { createRenderer = (canvas, colors) => new SceneRenderer(canvas, colors) } = settings
    this.renderer = createRenderer(this.surface.canvas, this.colors)
    this.#loop = new FrameLoop((now) => this.#frame(now))
    this.camera = this.#createCamera()
    this.scheduler = new RenderScheduler({
      renderer: this.renderer,
      camera: this.camera,
      states: host.states,
      requestFrame: this.#loop.request,
    })
    this.scheduler.edges = options.edges ?? true
    this.navigation = new Navigation({
      camera: this.camera,
      size: () => this.surface.size,
      pick: (position) => host.pick(position),
      click: (click) => host.click(click),
    })
    this.#gestures = new Gestures(this.surface.canvas, this.navigation)
    this.#labels = labels
    this.#listenToContext()
    this.#resized()
    if (options.rendering !== 'on-demand') this.#startOrDispose()
  }

  /** Starts to draw frames. Throws `webgl-not-supported`. */
  startRendering(): void {
    this.renderer.start()
    if (this.#options.viewCube !== false) void this.#addCube()
    this.#warmUp = setTimeout(() => this.scheduler.warmUp(), 0)
    this.scheduler.invalidate()
  }

  get theme(): Theme {
    return this.#theme
  }
  /** Current colours of the frame. */
  get colors(): ViewerColors {
    const colors = colorsByTheme[this.#theme]
    return this.#options.background === undefined ? colors : { ...colors, background: this.#options.background }
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    this.renderer.setColors(this.colors)
    this.#cube?.setTheme(theme)
    this.scheduler.invalidate()
  }
  setLabels(labels: ViewerLabels): void {
    this.#labels = labels
    this.surface.setLabel(labels.canvas)
    this.#cube?.setLabels(labels)
  }
  /** Resets the choices for the last model before another is opened. */
  resetForModel(): void {
    this.camera.hasMoved = false
    this.camera.homeView = null
    this.navigation.setFixedPivot(null)
    this.scheduler.invalidate()
  }
  /** Requests a step of the loop although nothing changed on screen. */
  requestFrame(): void {
    this.#loop.request()
  }

  dispose(): void {
    clearTimeout(this.#warmUp)
    this.#abort.abort()
    this.#loop.stop()
    this.scheduler.dispose()
    this.#gestures.dispose()
    this.#cube?.dispose()
    this.renderer.dispose()
    this.surface.dispose()
  }

  #startOrDispose(): void {
    try {
      this.startRendering()
    } catch (error) {
      this.dispose()
      throw error
    }
  }

  #createCamera(): ViewerCamera {
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
    const flight = this.#options.flightMilliseconds ?? defaultFlightMilliseconds
    return new ViewerCamera(
      {
        size: () => this.surface.size,
        bounds: () => this.#host.bounds(),
        computeSupport: (elements) => this.#host.computeSupport(elements),
        cameraMoved: (moving) => this.scheduler.cameraMoved(moving),
        flightMilliseconds: () => (reducedMotion.matches ? 0 : flight),
        centerPoint: () => this.#centerPoint(),
      },
      this.#options.projection,
    )
  }

  /** Returns the model point at the centre of the canvas. */
  #centerPoint(): Point | null {
    const { width, height } = this.surface.size
    return this.#host.pick({ x: width / 2, y: height / 2 })?.point ?? null
  }

  /** The first frame does not wait for the cube. */
  async #addCube(): Promise<void> {
    const { ViewCube } = await import('./view-cube/view-cube.js')
    if (this.#abort.signal.aborted) return
    const actions = {
      goTo: (view: Parameters<ViewerCamera['goTo']>[0]) => this.camera.goTo(view),
      orbit: (azimuth: number, elevation: number) => this.camera.orbitBy(azimuth, elevation),
    }
    this.#cube = new ViewCube(this.surface.element, { labels: this.#labels, theme: this.#theme, actions })
    this.#cube.update(this.camera.pose)
  }

  #listenToContext(): void {
    const { canvas } = this.surface
    const { signal } = this.#abort
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault()
        this.renderer.releaseTargets()
        this.#host.contextLost()
      },
      { signal },
    )
    canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.renderer.resetState()
        this.#host.contextRestored()
        this.scheduler.invalidate()
      },
      { signal },
    )
  }

  #resized(): void {
    const { width, pixelWidth, pixelHeight } = this.surface.size
    this.renderer.setSize({ width: pixelWidth, height: pixelHeight, ratio: pixelWidth / width })
    this.camera.settleHome()
    this.scheduler.invalidate()
  }

  #frame(now: number): void {
    this.camera.tick(now)
    if (this.camera.pose !== this.#notifiedPose) {
      this.#notifiedPose = this.camera.pose
      this.#cube?.update(this.camera.pose)
      this.#host.cameraChanged(this.camera.view)
    }
    this.#host.frameDrawn(this.scheduler.paint(now))
  }
}
