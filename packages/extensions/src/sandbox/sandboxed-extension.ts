import { extensionLimits, type ExtensionPermission, sandboxFramePath, type SandboxStart } from '@kamar/contracts'
import { ApiExtension } from '../api-extension.js'
import type { ExtensionTool } from '../viewer-tool/viewer-ui.js'
import { cameraMethods, elementMethods, modelMethods } from './model-methods.js'
import { drawBlocks, readBlocks } from './panel-blocks.js'
import { readCssColor, readIconPath, readList, readMembers, readPoint, readText } from './read-parameters.js'
import { type SandboxEnd, type SandboxMethod, SandboxPort } from './sandbox-port.js'

/** Options of a sandboxed extension. */
export interface SandboxOptions {
  readonly name: string
  /** Source of the module. */
  readonly code: string
  readonly granted: readonly ExtensionPermission[]
  /** Called when it was terminated or threw; the extension must be unloaded. */
  readonly ended?: (end: SandboxEnd, reason: string) => void
}

/** Time limit for the module to run its `start`. */
const startMilliseconds = 15_000
/** Interval of camera events while the camera moves. */
const cameraMilliseconds = 100
const maxLabelLength = 120
let instanceCount = 0

interface SandboxButton {
  readonly id: string
  readonly label: string
  readonly iconPath: string | undefined
}

/**
 * Third-party extension in a frame with its own origin: it has no access to the page or its storage, cookies or tokens,
 * fetches nothing, and uses the viewer through messages alone. The page draws what it shows.
 */
export class SandboxedExtension extends ApiExtension {
  /** Id of its tool and of its overlay. */
  readonly #id = `sandbox ${++instanceCount}`
  readonly #colored = new Set<number>()
  #frame: HTMLIFrameElement | null = null
  #port: SandboxPort | null = null
  #buttons: readonly SandboxButton[] = []
  readonly #panel = document.createElement('div')
  /** Null until the extension shows its panel. */
  #panelTitle: string | null = null
  #isPanelOpen = false
  #removeTool: (() => void) | null = null

  override load(): Promise<boolean> {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.referrerPolicy = 'no-referrer'
    frame.title = this.#settings.name
    frame.hidden = true
    frame.src = sandboxFramePath
    this.#frame = frame
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        this.#tearDown()
        reject(new RangeError(reason))
      }
      const timer = setTimeout(() => fail('it did not start in time'), startMilliseconds)
      const settle = (go: () => void): void => {
        clearTimeout(timer)
        go()
      }
      frame.addEventListener(
        'load',
        () => {
          this.#removeTool = this.api.ui.add(this.#describeTool())
          this.#port = this.#begin(frame, {
            started: () => settle(() => resolve(true)),
            ended: (end, reason) =>
              settle(() => {
                fail(reason)
                this.#settings.ended?.(end, reason)
              }),
          })
        },
        { once: true },
      )
      this.viewer.element.append(frame)
    })
  }
  override unload(): void {
    this.#tearDown()
    super.unload()
  }

  get #settings(): SandboxOptions {
    return this.options as unknown as SandboxOptions
  }

  #begin(
    frame: HTMLIFrameElement,
    handlers: { readonly started: () => void; readonly ended: (end: SandboxEnd, reason: string) => void },
  ): SandboxPort {
    const { port1, port2 } = new MessageChannel()
    const { code, granted } = this.#settings
    const port = new SandboxPort({ port: port1, granted, methods: this.#methods(), ...handlers })
    const start: SandboxStart = {
      kind: 'start',
      code,
      language: this.api.localization.language,
      theme: this.viewer.theme,
    }
    // The frame's origin is opaque, so no other target can be named. The message contains nothing confidential.
    frame.contentWindow?.postMessage(start, '*', [port2])
    this.#passEvents(port)
    return port
  }

  #methods(): ReadonlyMap<string, SandboxMethod> {
    return new Map([
      ...modelMethods(this.api),
      ...elementMethods(this.api, this.#colored),
      ...cameraMethods(this.api),
      ['toolbar.set', { permission: 'toolbar', run: (parameter) => this.#setButtons(parameter) }],
      ['panel.show', { permission: 'panel', run: (parameter) => this.#showPanel(parameter) }],
      ['panel.hide', { permission: 'panel', run: () => this.api.ui.session?.layout.close(this.#id) }],
      ['overlays.set', { permission: 'overlays', run: (parameter) => this.#setOverlays(parameter) }],
    ])
  }

  #passEvents(port: SandboxPort): void {
    let timer: ReturnType<typeof setTimeout> | undefined
    this.atUnload(
      this.api.on('SELECTION_CHANGED_EVENT', (data) => port.emit('selectionChanged', data, 'model')),
      this.api.on('OBJECT_TREE_CREATED_EVENT', () => port.emit('modelLoaded', {}, 'model')),
      this.api.on('MODEL_UNLOADED_EVENT', () => {
        this.#colored.clear()
        port.emit('modelUnloaded', {}, 'model')
      }),
      this.api.on('CAMERA_CHANGE_EVENT', () => {
        timer ??= setTimeout(() => {
          timer = undefined
          port.emit('cameraChanged', { view: this.viewer.camera.view }, 'camera')
        }, cameraMilliseconds)
      }),
      this.api.on('LANGUAGE_CHANGED_EVENT', (data) => port.emit('languageChanged', data, null)),
      this.api.on('THEME_CHANGED_EVENT', (data) => port.emit('themeChanged', data, null)),
      this.api.ui.on('changed', () => this.#followPanel()),
      () => clearTimeout(timer),
    )
  }

  #setButtons(parameter: unknown): void {
    this.#buttons = readList(parameter, extensionLimits.buttons, (entry) => {
      const { id, label, iconPath } = readMembers(entry)
      const icon = readIconPath(iconPath)
      return { id: readText(id, maxLabelLength), label: readText(label, maxLabelLength), iconPath: icon }
    })
    this.#removeTool = this.api.ui.add(this.#describeTool())
  }

  /** Describes its buttons and its panel; the ids are not its own, which could replace commands of the page. */
  #describeTool(): ExtensionTool {
    const id = this.#id
    const toCommandId = (button: SandboxButton): string => `${id} ${button.id}`
    return {
      descriptor: {
        id,
        order: 0,
        surface: 'model',
        access: 'member',
        commands: this.#buttons.map((button, order) => ({
          id: toCommandId(button),
          text: button.label,
          group: 'tools',
          button: { group: `extensions ${id}`, order, on: ['extensions'] },
        })),
      },
      actions: Object.fromEntries(
        this.#buttons.map((button) => [
          toCommandId(button),
          {
            ...(button.iconPath === undefined ? {} : { icon: { path: button.iconPath } }),
            text: () => button.label,
            run: () => this.#port?.emit('button', { id: button.id }, 'toolbar'),
          },
        ]),
      ),
      views: [
        {
          id,
          slot: 'floating',
          order: 0,
          when: () => this.#panelTitle !== null,
          getTitle: () => this.#panelTitle ?? '',
          content: {
            mount: (element) => {
              element.replaceChildren(this.#panel)
              return () => this.#panel.remove()
            },
          },
        },
      ],
    }
  }

  #showPanel(parameter: unknown): void {
    const { title, blocks } = readMembers(parameter)
    const panelBlocks = readBlocks(blocks)
    const { name } = this.#settings
    // The extension's own name stays in the title, whatever title it gives the panel.
    this.#panelTitle = title === undefined ? name : `${readText(title, maxLabelLength)} · ${name}`
    this.#panel.replaceChildren(...drawBlocks(panelBlocks, (id) => this.#port?.emit('panelButton', { id }, 'panel')))
    this.api.ui.refresh()
    this.api.ui.session?.layout.open(this.#id)
  }
  /** Notifies the frame when its panel is closed, by the user or by the page. */
  #followPanel(): void {
    const isOpen = this.api.ui.session?.layout.isOpen(this.#id) ?? false
    if (this.#isPanelOpen && !isOpen) this.#port?.emit('panelClosed', {}, 'panel')
    this.#isPanelOpen = isOpen
  }

  #setOverlays(parameter: unknown): void {
    const { lines = [], points = [] } = readMembers(parameter)
    const maxShapes = extensionLimits.overlayShapes
    const read = readList(lines, maxShapes, (entry) => {
      const { from, to, color } = readMembers(entry)
      return { from: readPoint(from), to: readPoint(to), ...readOptionalColor(color) }
    })
    const dots = readList(points, maxShapes, (entry) => {
      const { at, color } = readMembers(entry)
      return { at: readPoint(at), ...readOptionalColor(color) }
    })
    const layer = this.api.overlays.addScene(this.#id)
    layer.clear()
    for (const line of read) layer.addLine(line)
    for (const dot of dots) layer.addPoint(dot)
  }

  #tearDown(): void {
    this.#port?.close()
    this.#port = null
    this.#frame?.remove()
    this.#frame = null
    this.#removeTool?.()
    this.#removeTool = null
    this.api.overlays.removeScene(this.#id)
    if (this.#colored.size > 0) this.api.setThemingColor(this.#colored, null)
    this.#colored.clear()
  }
}

function readOptionalColor(value: unknown): { readonly color?: string } {
  const color = readCssColor(value)
  return color === undefined ? {} : { color }
}
