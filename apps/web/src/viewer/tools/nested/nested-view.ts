import type { Viewer } from '@kamar/viewer'
import { followReveals } from '../../session/reveal/reveal-followers.js'
import { ModelView, type ModelViewDependencies } from '../../session/model-view.js'
import { linkCameras } from './link-cameras.js'
import { linkSelections } from './link-selections.js'
import type { Viewable } from './viewables.js'

/** The view cube is at the top of the canvas. */
const insets = { left: 0, right: 0, top: 40, bottom: 0 } as const

const noop = (): void => undefined

/** Second view of the model in the main view: displays one viewable of it, with the main view's selection. */
export class NestedView {
  readonly model: ModelView
  readonly #main: Viewer
  readonly #stopFollowing: () => void
  #viewable: Viewable | null = null
  #camerasLinked = false
  #isReady = false
  #unlinkSelections = noop
  #unlinkCameras = noop
  #stopReveals = noop

  constructor(main: Viewer, parts: ModelViewDependencies) {
    this.#main = main
    this.model = new ModelView(parts)
    this.#stopFollowing = this.model.state.subscribe(() => this.#modelChanged())
  }

  /** Starts a second engine in `container` and loads the document there. */
  async start(container: HTMLElement, urn: string): Promise<void> {
    void this.model.open(urn)
    await this.model.start(container)
  }

  /** Shows a viewable, at once or as soon as the model is loaded. */
  show(viewable: Viewable): void {
    if (viewable.id === this.#viewable?.id) return
    const isFirst = this.#viewable === null
    this.#viewable = viewable
    if (this.#isReady) this.#showSingle({ animate: !isFirst })
  }

  /** Links or unlinks the cameras; initially they are independent. */
  linkCameras(linked: boolean): void {
    if (linked === this.#camerasLinked) return
    this.#camerasLinked = linked
    this.#unlinkCameras()
    this.#unlinkCameras = noop
    this.#followReveals()
    const { viewer } = this.model.state.get()
    if (linked && this.#isReady && viewer) this.#unlinkCameras = linkCameras(this.#main, viewer)
  }

  /** Disposes the engine; the main view's selection is unchanged. */
  dispose(): void {
    this.#stopFollowing()
    this.#unlink()
    this.model.dispose()
  }

  #modelChanged(): void {
    const { viewer, manifest } = this.model.state.get()
    const isReady = viewer !== null && manifest !== null
    if (isReady === this.#isReady) return
    this.#isReady = isReady
    this.#unlink()
    if (!isReady) return
    viewer.camera.insets = insets
    this.#showSingle({ animate: false })
    this.#unlinkSelections = linkSelections(this.#main, viewer)
    if (this.#camerasLinked) this.#unlinkCameras = linkCameras(this.#main, viewer)
    this.#followReveals()
  }

  /** Brings into view what the main view reveals, unless the cameras are linked: then its camera is the main one's. */
  #followReveals(): void {
    this.#stopReveals()
    const { viewer } = this.model.state.get()
    const isFollowing = this.#isReady && viewer !== null && !this.#camerasLinked
    this.#stopReveals = isFollowing ? followReveals(this.#main, viewer) : noop
  }

  #unlink(): void {
    this.#stopReveals()
    this.#stopReveals = noop
    this.#unlinkSelections()
    this.#unlinkCameras()
    this.#unlinkSelections = noop
    this.#unlinkCameras = noop
  }

  #showSingle({ animate }: { readonly animate: boolean }): void {
    const { viewer } = this.model.state.get()
    if (!viewer || !this.#viewable) return
    const elements = this.#viewable.elements?.().filter((element) => viewer.model?.hasShape(element))
    if (elements) viewer.visibility.isolate(elements)
    else viewer.visibility.showAll()
    if (!this.#camerasLinked) viewer.camera.goTo('home', { animate })
  }
}
