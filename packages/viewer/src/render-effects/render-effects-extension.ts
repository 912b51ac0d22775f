import { EventEmitter, type Listener } from '../event-emitter.js'
import { Extension } from '../extension/extension.js'
import { Shading } from './shading.js'
import { SkyBackdrop } from './sky-backdrop.js'

/** How the picture looks, beyond the model's own colours. */
export interface RenderEffectsSettings {
  /** Corners and gaps are darker, once the camera stands still. */
  readonly ambientOcclusion: boolean
  readonly edges: boolean
  /** Sky and ground behind the model instead of one colour. */
  readonly sky: boolean
  /** The sun's shadow, once the camera stands still. */
  readonly shadows: boolean
}

/** What the look tells. */
export interface RenderEffectsEvents {
  changed: { readonly settings: RenderEffectsSettings }
}

/** What is on unless somebody says otherwise. */
export const defaultRenderEffects: RenderEffectsSettings = {
  ambientOcclusion: true,
  edges: true,
  sky: true,
  shadows: false,
}

/** Sky, ambient occlusion and the sun's shadow. Loaded, it is on; options are the settings it starts with. */
export class RenderEffectsExtension extends Extension {
  readonly #events = new EventEmitter<RenderEffectsEvents>()
  readonly #sky = new SkyBackdrop()
  #shading: Shading | null = null
  #settings: RenderEffectsSettings = defaultRenderEffects
  #stop: () => void = () => undefined

  override load(): boolean {
    const { stage } = this.viewer
    this.#shading = new Shading(stage.renderer, stage.scheduler)
    stage.renderer.shading = this.#shading
    this.#sky.setTheme(this.viewer.theme)
    this.#stop = this.viewer.on('themeChanged', ({ theme }) => this.#sky.setTheme(theme))
    this.set(this.options)
    return true
  }

  override unload(): void {
    super.unload()
    this.#stop()
    this.viewer.stage.renderer.shading = null
    this.#shading?.release()
    this.#sky.dispose()
    this.viewer.setEdges(true)
    this.#events.clear()
  }

  get settings(): RenderEffectsSettings {
    return this.#settings
  }

  /** Changes what is given; the rest stays. */
  set(change: Partial<RenderEffectsSettings>): void {
    const { ambientOcclusion, edges, sky, shadows } = { ...this.#settings, ...change }
    this.#settings = { ambientOcclusion, edges, sky, shadows }
    if (this.#shading !== null) this.#shading.choice = { ambientOcclusion, shadows, ground: sky }
    const { backdrop } = this.viewer.stage.renderer
    if (sky) backdrop.add(this.#sky.mesh)
    else this.#sky.mesh.removeFromParent()
    this.viewer.setEdges(edges)
    this.#events.emit('changed', { settings: this.#settings })
  }

  /** Calls `listener` on every event of that name; the answer ends it. */
  on<Name extends keyof RenderEffectsEvents>(name: Name, listener: Listener<RenderEffectsEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
}
