import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { Shading } from './shading.js'
import { SkyBackdrop } from './sky-backdrop.js'
import { Extension } from '../../engine/api.js'

/** Render settings beyond the model's own colours. */
export interface RenderEffectsSettings {
  /** Ambient occlusion, once the camera stands still. */
  readonly ambientOcclusion: boolean
  readonly edges: boolean
  /** Sky and ground behind the model instead of one colour. */
  readonly sky: boolean
  /** Sun shadow, once the camera stands still. */
  readonly shadows: boolean
}

/** Events of the render effects. */
export interface RenderEffectsEvents {
  changed: { readonly settings: RenderEffectsSettings }
}

/** Default settings. */
export const defaultRenderEffects: RenderEffectsSettings = {
  ambientOcclusion: true,
  edges: true,
  sky: true,
  shadows: false,
}

/** Sky, ambient occlusion and sun shadow. Active once loaded; the options are its initial settings. */
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

  /** Merges the given settings into the current ones. */
  set(change: Partial<RenderEffectsSettings>): void {
    const { ambientOcclusion, edges, sky, shadows } = { ...this.#settings, ...change }
    this.#settings = { ambientOcclusion, edges, sky, shadows }
    if (this.#shading !== null) this.#shading.choice = { ambientOcclusion, shadows, ground: sky }
    if (sky) this.viewer.stage.renderer.sky.add(this.#sky.mesh)
    else this.#sky.mesh.removeFromParent()
    this.viewer.setEdges(edges)
    this.#events.emit('changed', { settings: this.#settings })
  }

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof RenderEffectsEvents>(name: Name, listener: Listener<RenderEffectsEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
}
